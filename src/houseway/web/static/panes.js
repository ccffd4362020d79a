// What the panes of the panel hold: an edge, a paytable, the rounds that have ended.
import { dollars, h, percent, signed, title } from "./base.js";

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
  const head = h("span", {}, `${table.id}, ${table.basis}, clause ${table.clause}`);
  const row = (each) => h("tr", {}, h("th", { scope: "row" }, each.label), h("td", { class: "figure" }, each.pays));
  return h(
    "table",
    { class: "pays", "data-wager": table.wager },
    h("caption", {}, `${title(name)} `, head),
    h("tbody", {}, table.rows.map(row)),
  );
}

/** Where the table departs from the approved document or from the state; nothing where it does not. */
export function departures(found) {
  if (found.length === 0) return [];
  const line = (each) =>
    h(
      "li",
      {},
      h("strong", {}, `${each.setting.replaceAll("-", " ")}: ${each.value}. `),
      `${each.says} `,
      h("span", { class: "panel-note" }, `${each.layer}${each.clause ? `, clause ${each.clause}` : ""}`),
    );
  return [
    h("h3", {}, "Departs from the approved rules"),
    h("ul", { class: "departures" }, found.map(line)),
  ];
}

/** Rounds that have ended, with what each seat won or lost; one's own seat stands out. */
export function ended(rounds, own) {
  if (rounds.length === 0) return h("p", { class: "panel-note" }, "No round has ended yet.");
  const net = ([seat, cents]) => {
    const kind = cents > 0 ? "won" : cents < 0 ? "lost" : "even";
    return h("span", { class: `net ${kind}${own === Number(seat) ? " own" : ""}` }, `${seat}: ${signed(cents)}`);
  };
  const line = (each) => {
    const link = h("a", { href: `/rounds/${each.round}` }, `Round ${each.round}`);
    return h("li", {}, link, " ", marks(each), h("span", { class: "nets" }, Object.entries(each.nets ?? {}).map(net)));
  };
  return h("ol", { class: "rounds" }, rounds.map(line));
}

/** What supervisors called or changed, in a word each. */
function marks(each) {
  return [
    ...each.calls.map((kind) => kind.replaceAll("-", " ")),
    ...each.amended.map((change) =>
      change.what === "void" ? "void" : `corrected, seat ${change.seat}: ${signed(change.cents)}`
    ),
  ]
    .map((words) => h("span", { class: "mark" }, words));
}

/** The edge of a wager, as far as it is known. */
export function edge(wager) {
  const head = h("h3", {}, title(wager.name));
  if (wager.state === "pending") {
    return h(
      "div",
      { class: "edge" },
      head,
      h("p", { class: "waiting" }, h("span", { class: "skeleton", "aria-hidden": "true" }), " on its way"),
    );
  }
  if (wager.state !== "ready") return h("div", { class: "edge" }, head, h("p", { class: "panel-note" }, wager.says));
  const even = wager.break_even === null || wager.break_even === undefined ? "" : h(
    "p",
    { class: "panel-note" },
    `Fair when the meter stands at ${dollars(Math.round(Number(wager.break_even) * 100))}.`,
  );
  if (wager.edge === null) {
    return h("div", { class: "edge" }, head, h("p", { class: "panel-note" }, "The edge depends on the meter."), even);
  }
  const who = { house: "for the house", player: "for the player", nobody: "a fair wager" }[wager.favoured];
  return h(
    "div",
    { class: "edge" },
    head,
    h("p", { class: "edge-figure" }, h("strong", {}, percent(Math.abs(wager.edge.percent), 4)), ` ${who}`),
    wager.hit && wager.hit.percent > 0
      ? h(
        "p",
        { class: "panel-note" },
        `Wins ${percent(wager.hit.percent, 2)} of the time${wager.paytable ? `, ${wager.paytable}` : ""}.`,
      )
      : "",
    even,
    h("details", {}, h("summary", {}, "Exactly"), h("code", {}, wager.edge.exact)),
  );
}
