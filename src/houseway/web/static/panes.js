// What the panes of the panel hold: an edge, a paytable, the rounds that have ended.
import { dollars, h, percent, signed, title } from "./base.js";
import { cite } from "./cite.js";
import { _, settingTitle, settingValue, tongue, word } from "./words.js";

/** What stands where figures will be. */
export const onItsWay = (
  words,
  lines = 3,
) => [
  h("p", { class: "panel-note", role: "status" }, words),
  ...Array.from({ length: lines }, () => h("p", { class: "skeleton", "aria-hidden": "true" })),
];

/** A paytable in force. */
export function paytable(table, name) {
  const basis = { "to 1": _("pays to 1"), "for 1": _("pays for 1"), dollars: _("in dollars") }[table.basis] ??
    table.basis;
  const row = (each) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, word(each.label)),
      ...each.pays === "lose" ? [h("td", { class: "figure", colspan: 2 }, _("no pay"))] : [
        h("td", { class: "figure" }, word(each.pays.replace(/%$/, " %"))),
        h("td", { class: "figure" }, word(each.amount.replace(/\.00$/, ""))),
      ],
    );
  const head = h(
    "thead",
    {},
    h(
      "tr",
      {},
      h("th", { scope: "col" }, h("span", { class: "sr" }, _("Award"))),
      h("th", { scope: "col", class: "figure" }, basis),
      h("th", { scope: "col", class: "figure" }, _("%(amount)s pays", { amount: dollars(table.stake_cents) })),
    ),
  );
  const notes = [
    table.commission ? _("less %(percent)s commission", { percent: table.commission }) : "",
    table.suit ? _("suit specific: %(suit)s", { suit: word(table.suit) }) : "",
  ].filter(Boolean).join(", ");
  return h(
    "table",
    { class: "pays", "data-wager": table.wager },
    h("caption", {}, `${title(word(name))} `, notes ? h("span", { class: "notes" }, `${notes} `) : "", source(table)),
    head,
    h("tbody", {}, table.rows.map(row)),
  );
}

/** The scoring in force, in the unit of this table; nothing where none scores. */
export function scores(scoring) {
  if (scoring === null) return "";
  const heads = [_("For"), _("Units"), _("At %(amount)s a unit", { amount: dollars(scoring.unit_cents) })];
  const row = (each) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, word(each.label)),
      h("td", { class: "figure" }, String(each.units)),
      h("td", { class: "figure" }, each.amount.replace(/\.00$/, "")),
    );
  return h(
    "table",
    { class: "pays", "data-wager": scoring.wager },
    h(
      "caption",
      {},
      `${_("Scoring")} `,
      [...new Set(scoring.rows.map(({ clause }) => clause))].flatMap((id) => [cite(id), " "]),
    ),
    h("thead", {}, h("tr", {}, heads.map((head, at) => h("th", { scope: "col", class: at ? "figure" : "" }, head)))),
    h("tbody", {}, scoring.rows.map(row)),
  );
}

/** Where a table comes from, for who wants to know. */
const source = (table) =>
  h(
    "details",
    { class: "source" },
    h("summary", {}, _("source")),
    h("span", {}, `${_("Paytable %(id)s", { id: table.id })}, `, cite(table.clause)),
  );

/** Where the table departs from the approved document or from the state; nothing where it does not. */
export function departures(found) {
  if (found.length === 0) return [];
  const line = (each) =>
    h(
      "li",
      {},
      h("strong", {}, `${settingTitle(each.setting)}: ${settingValue(each.setting, each.value)}. `),
      h("span", tongue(each.says), `${word(each.says)} `),
      h("span", { class: "panel-note" }, word(each.layer), each.clause ? [", ", cite(each.clause)] : ""),
    );
  return [
    h("h3", {}, _("Departs from the approved rules")),
    h("ul", { class: "departures" }, found.map(line)),
  ];
}

/** Rounds that have ended, with what each seat won or lost; one's own seat stands out. */
export function ended(rounds, own) {
  if (rounds.length === 0) return h("p", { class: "panel-note" }, _("No round has ended yet."));
  const net = ([seat, cents]) => {
    const kind = cents > 0 ? "won" : cents < 0 ? "lost" : "even";
    return h("span", { class: `net ${kind}${own === Number(seat) ? " own" : ""}` }, `${seat}: ${signed(cents)}`);
  };
  const line = (each) => {
    const link = h("a", { href: `/rounds/${each.round}` }, _("Round %(number)s", { number: each.round }));
    return h("li", {}, link, " ", marks(each), h("span", { class: "nets" }, Object.entries(each.nets ?? {}).map(net)));
  };
  return h("ol", { class: "rounds" }, rounds.map(line));
}

/** What supervisors called or changed, in a word each. */
function marks(each) {
  return [
    ...(each.archived ? [_("archived")] : []),
    ...each.calls.map((kind) => word(kind.replaceAll("-", " "))),
    ...each.amended.map((change) =>
      change.what === "void"
        ? word("void")
        : _("corrected, seat %(seat)s: %(amount)s", { seat: change.seat, amount: signed(change.cents) })
    ),
  ]
    .map((words) => h("span", { class: "mark" }, words));
}

/** The edge of a wager, as far as it is known. */
export function edge(wager, lab) {
  const head = h("h3", {}, title(word(wager.name)));
  if (wager.state === "pending") {
    return h(
      "div",
      { class: "edge" },
      head,
      h("p", { class: "waiting" }, h("span", { class: "skeleton", "aria-hidden": "true" }), ` ${_("on its way")}`),
    );
  }
  if (wager.state !== "ready") {
    return h("div", { class: "edge" }, head, h("p", { class: "panel-note", ...tongue(wager.says) }, word(wager.says)));
  }
  const even = wager.break_even === null || wager.break_even === undefined ? "" : h(
    "p",
    { class: "panel-note" },
    _("Fair when the meter stands at %(amount)s.", { amount: dollars(Math.round(Number(wager.break_even) * 100)) }),
  );
  if (wager.edge === null) {
    return h(
      "div",
      { class: "edge" },
      head,
      h("p", { class: "panel-note" }, _("The edge depends on the meter.")),
      even,
    );
  }
  const who = { house: _("for the house"), player: _("for the player"), nobody: _("a fair wager") }[wager.favoured];
  return h(
    "div",
    { class: "edge" },
    head,
    h("p", { class: "edge-figure" }, h("strong", {}, percent(Math.abs(wager.edge.percent), 4)), ` ${who}`),
    wager.hit && wager.hit.percent > 0
      ? h(
        "p",
        { class: "panel-note" },
        _("Wins %(share)s of the time.", { share: percent(wager.hit.percent, 2) }),
      )
      : "",
    even,
    returns(wager.outcomes ?? []),
    h("details", {}, h("summary", {}, _("Exactly")), h("code", {}, wager.edge.exact)),
    h(
      "p",
      { class: "panel-note" },
      h("a", { href: lab }, _("%(wager)s in the lab", { wager: title(word(wager.name)) })),
    ),
  );
}

/** How often a wager ends how, and what it then pays. */
function returns(outcomes) {
  if (outcomes.length < 2) return "";
  const head = [_("Ends"), _("Chance"), _("Wins")].map((words, place) =>
    h("th", { scope: "col", class: place ? "figure" : "" }, words)
  );
  const row = ({ label, percent: chance, wins }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, title(word(label))),
      h("td", { class: "figure" }, percent(chance, chance < .01 ? 6 : 3)),
      h("td", { class: "figure" }, word(wins)),
    );
  return h(
    "details",
    { class: "returns" },
    h("summary", {}, _("Return table")),
    h("table", {}, h("thead", {}, h("tr", {}, head)), h("tbody", {}, outcomes.map(row))),
  );
}
