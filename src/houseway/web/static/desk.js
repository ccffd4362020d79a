// What is done besides playing: the cut of a new shoe, and a supervisor's calls, each with its reason.
import { dollars, h, title } from "./base.js";
import { _, word } from "./words.js";

export const STAFF = ["dealer", "manager"];
const choice = (options) => h("select", {}, options.map(([value, words]) => h("option", { value }, words)));

/** What has been typed and not sent: the panel is drawn anew with every view, and nobody types twice. */
const drafts = new Map();

function field(id, words, input) {
  if (drafts.has(id)) input.value = drafts.get(id);
  input.addEventListener("input", () => drafts.set(id, input.value));
  return h("p", { class: "desk-field" }, h("label", { for: id }, words), Object.assign(input, { id }));
}

/** A form that sends what `read` reads, and forgets what was typed once it is done. */
function form(name, fields, words, read, act) {
  const send = async (event) => {
    event.preventDefault();
    if (!(await act(...read()))) return;
    for (const element of fields.map((each) => each.querySelector("input, select"))) {
      drafts.delete(element.id);
      const shown = document.getElementById(element.id);
      if (shown?.matches("input:not([type=number])")) shown.value = "";
    }
  };
  return h(
    "form",
    { class: "desk-form", "aria-label": name, submit: send },
    fields,
    h("button", { type: "submit", id: `send-${fields[0].querySelector("input, select").id}` }, words),
  );
}

/** A cut that goes with the next bet: who cuts a shoe has a wager on it. */
let planned = null;

export function plannedCut(view) {
  return planned?.shoe === view.shoe.id && view.shoe.cut === null ? planned.position : null;
}

const withYourBet = (view) =>
  plannedCut(view) === null ? "" : _("You cut after %(num)s cards, with your bet.", { num: plannedCut(view) });

/** Cut the shoe, while nobody has and nothing is dealt. */
export function cut(view, mine, act) {
  if (mine === null || view.shoe.cut !== null || view.phase === "playing" || view.closed) return "";
  const place = h("input", {
    type: "number",
    min: 0,
    max: view.shoe.size - 1,
    value: Math.floor(view.shoe.size / 2),
    inputmode: "numeric",
    required: true,
  });
  const note = h("p", { class: "panel-note", role: "status" }, withYourBet(view));
  const plan = (_, { position }) => {
    planned = { shoe: view.shoe.id, position };
    note.textContent = withYourBet(view);
    return true;
  };
  const laid = view.phase === "betting" && Object.keys(mine.wagers).length > 0;
  return h(
    "div",
    {},
    form(
      _("Cut"),
      [field("cut-at", _("Cut the shoe after so many cards"), place)],
      _("Cut"),
      () => ["cut", { position: Number(place.value) }],
      laid ? act : plan,
    ),
    note,
  );
}

/** Whether who has opened the table may close it now: nobody else sits there, and no round is played. */
export function mayClose(view, owner) {
  const others = view.seats.some((each) => each.name !== null && !each.bot && !each.you && !each.left);
  return owner && !view.closed && !view.paused && !others && !["playing", "sealing"].includes(view.phase);
}

/** Who has opened a table closes it, too. */
export function closing(view, owner, act) {
  if (!mayClose(view, owner)) return "";
  return h(
    "p",
    {},
    h("button", { type: "button", id: "own-close", click: () => act("close") }, _("Close the table")),
  );
}

/** A supervisor's desk. */
export function desk(view, role, controls, act) {
  if (!STAFF.includes(role)) return "";
  const calls = view.closed ? "" : h(
    "div",
    { class: "row" },
    h(
      "button",
      { type: "button", id: "desk-pause", click: () => act(view.paused ? "resume" : "pause") },
      view.paused ? _("Resume") : _("Pause"),
    ),
    h("button", {
      type: "button",
      id: "desk-close",
      disabled: view.phase === "playing",
      title: view.phase === "playing" ? _("When the round has ended") : null,
      click: () => act("close"),
    }, _("Close the table")),
  );
  return h(
    "section",
    { class: "desk", "aria-label": _("Supervisor") },
    h("h2", {}, _("Supervisor")),
    calls,
    view.closed
      ? h("p", { class: "panel-note" }, _("This table is closed."))
      : [waiting(view, act), view.phase === "playing" ? irregularity(view, controls, act) : amendment(view, act)],
  );
}

function irregularity(view, controls, act) {
  const kind = choice(controls.map((id) => [id, title(word(id.replaceAll("-", " ")))]));
  const seat = choice([
    [0, view.dealer.plays ? _("the dealer") : _("the whole round")],
    ...view.seats.filter((each) => each.cards.length).map((
      each,
    ) => [each.number, `${_("seat %(number)s", { number: each.number })}, ${each.name ?? _("left the table")}`]),
  ]);
  const reason = h("input", { minlength: 3, maxlength: 200, required: true, autocomplete: "off" });
  return form(
    _("Irregularity"),
    [
      field("call-kind", _("Irregularity"), kind),
      field("call-seat", _("Whose hand"), seat),
      field("call-reason", _("Reason"), reason),
    ],
    _("Call it"),
    () => ["irregularity", { kind: kind.value, seat: Number(seat.value), reason: reason.value }],
    act,
  );
}

/** Dollars as people write them, and as a field takes them. */
const DOLLARS = "\\s*[\\-−]?\\$?[0-9][0-9,]*(\\.[0-9]{1,2})?\\s*";
const centsIn = (text) => Math.round(Number(text.replace("−", "-").replace(/[$,\s]/g, "")) * 100);

function amendment(view, act) {
  const what = choice([["void", _("Void")], ["correction", _("Correction")]]);
  const round = h("input", { type: "number", min: 1, value: view.round ?? "", required: true });
  const seat = h("input", { type: "number", min: 1, max: view.seats.length });
  const amount = h("input", {
    inputmode: "decimal",
    placeholder: "-5.00",
    autocomplete: "off",
    pattern: DOLLARS,
    title: _("Dollars as in 1,000.07; with a minus from the seat"),
  });
  const reason = h("input", { minlength: 3, maxlength: 200, required: true, autocomplete: "off" });
  const meters = Object.keys(view.meters_cents);
  const from = choice([["", _("the house")], ...meters.map((id) => [id, nameOf(view, id)])]);
  const only = [
    field("amend-seat", _("Seat"), seat),
    field("amend-cents", _("Dollars to the seat; below zero from it"), amount),
    ...(meters.length ? [field("amend-wager", _("Paid by, or back to"), from)] : []),
  ];
  const fields = [
    field("amend-what", _("Ask for a"), what),
    field("amend-round", _("Round"), round),
    ...only,
    field("amend-reason", _("Reason"), reason),
  ];
  const fit = () => {
    for (const each of only) each.hidden = what.value !== "correction";
    seat.required = amount.required = what.value === "correction";
  };
  what.addEventListener("input", fit);
  fit();
  const read = () => ["request", {
    what: what.value,
    round: Number(round.value),
    reason: reason.value,
    ...(what.value === "correction" ? { seat: Number(seat.value), cents: centsIn(amount.value) } : {}),
    ...(what.value === "correction" && from.value ? { wager: from.value } : {}),
  }];
  return form(_("Void or correction"), fields, _("Ask for it"), read, act);
}

const nameOf = (view, id) => word(view.wagers.find((each) => each.id === id)?.name ?? id);

function waiting(view, act) {
  return view.requests.map((each) =>
    h(
      "div",
      { class: "request" },
      h(
        "p",
        {},
        h("strong", {}, _("%(what)s of round %(number)s", { what: title(word(each.what)), number: each.round })),
        each.cents ? `, ${_("%(amount)s to seat %(seat)s", { amount: dollars(each.cents), seat: each.seat })}` : "",
        each.wager ? `, ${_("of the meter of the %(wager)s", { wager: nameOf(view, each.wager) })}` : "",
        `: ${each.reason}`,
      ),
      h("p", { class: "panel-note" }, asked(each)),
      each.yours ? "" : h("button", {
        type: "button",
        id: `approve-${each.request}`,
        click: () => act("approve", { request: each.request, shown: each.shown }),
      }, _("Approve, as the second person")),
      decline(each, act),
    )
  );
}

function asked(request) {
  const [day, time] = (request.at ?? "").slice(0, 16).split("T");
  const when = day ? `, ${_("%(day)s at %(time)s UTC", { day, time })}` : "";
  const name = request.name || _("person %(number)s", { number: request.by });
  return request.yours
    ? `${_("Yours: it waits for a second supervisor")}${when}.`
    : `${_("Asked for by %(name)s", { name })}${when}.`;
}

/** Not to be, with the reason; who asked takes it back the same way. */
function decline(request, act) {
  const reason = h("input", { minlength: 3, maxlength: 200, required: true, autocomplete: "off" });
  return form(
    _("Decline %(number)s", { number: request.request }),
    [field(`decline-${request.request}`, _("Why not"), reason)],
    request.yours ? _("Take it back") : _("Decline"),
    () => ["decline", { request: request.request, reason: reason.value }],
    act,
  );
}
