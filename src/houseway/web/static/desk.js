// What is done besides playing: the cut of a new shoe, and a supervisor's calls, each with its reason.
import { dollars, h, title } from "./base.js";

const STAFF = ["dealer", "manager"];
const field = (id, words, input) => h("p", { class: "desk-field" }, h("label", { for: id }, words), Object.assign(input, { id }));
const choice = (options) => h("select", {}, options.map(([value, words]) => h("option", { value }, words)));

/** Cut the shoe, while nobody has and nothing is dealt. */
export function cut(view, seated, act) {
  if (!seated || view.shoe.cut !== null || view.phase === "playing") return "";
  const place = h("input", { type: "number", min: 0, max: view.shoe.size - 1, value: Math.floor(view.shoe.size / 2), inputmode: "numeric" });
  return h("form", { class: "desk", submit: (event) => { event.preventDefault(); act("cut", { position: Number(place.value) }); } },
    field("cut-at", "Cut the shoe after so many cards", place), h("button", { type: "submit" }, "Cut"));
}

/** A supervisor's desk. */
export function desk(view, role, controls, act) {
  if (!STAFF.includes(role)) return "";
  return h("section", { class: "desk", "aria-label": "Supervisor" }, h("h2", {}, "Supervisor"),
    h("div", { class: "row" }, h("button", { type: "button", click: () => act(view.paused ? "resume" : "pause") }, view.paused ? "Resume" : "Pause"),
      h("button", { type: "button", click: () => act("close") }, "Close the table")),
    view.phase === "playing" ? irregularity(view, controls, act) : amendment(view, act), waiting(view, act));
}

function irregularity(view, controls, act) {
  const kind = choice(controls.map((id) => [id, title(id.replaceAll("-", " "))]));
  const seat = choice([[0, "the dealer"], ...view.seats.filter((each) => each.cards.length).map((each) => [each.number, `seat ${each.number}`])]);
  const reason = h("input", { maxlength: 200, required: true });
  return h("form", { submit: (event) => { event.preventDefault(); act("irregularity", { kind: kind.value, seat: Number(seat.value), reason: reason.value }); } },
    field("call-kind", "Irregularity", kind), field("call-seat", "Whose hand", seat), field("call-reason", "Reason", reason), h("button", { type: "submit" }, "Call it"));
}

function amendment(view, act) {
  const what = choice([["void", "Void"], ["correction", "Correction"]]);
  const round = h("input", { type: "number", min: 1, value: view.round ?? "", required: true });
  const seat = h("input", { type: "number", min: 1, max: view.seats.length });
  const amount = h("input", { inputmode: "decimal", placeholder: "-5.00" });
  const reason = h("input", { maxlength: 200, required: true });
  const send = (event) => {
    event.preventDefault();
    const more = what.value === "correction" ? { seat: Number(seat.value), cents: Math.round(Number(amount.value) * 100) } : {};
    act("request", { what: what.value, round: Number(round.value), reason: reason.value, ...more });
  };
  return h("form", { submit: send }, field("amend-what", "Ask for a", what), field("amend-round", "Round", round), field("amend-seat", "Seat (correction)", seat),
    field("amend-cents", "Dollars to the seat (correction)", amount), field("amend-reason", "Reason", reason), h("button", { type: "submit" }, "Ask for it"));
}

function waiting(view, act) {
  return (view.requests ?? []).map((each) => h("p", { class: "desk-field" }, `${title(each.what)} of round ${each.round}${each.cents ? `, ${dollars(each.cents)} to seat ${each.seat}` : ""}: ${each.reason} `,
    h("button", { type: "button", click: () => act("approve", { request: each.request }) }, "Approve, as the second person")));
}
