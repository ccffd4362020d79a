// What the viewer can do now: bet, choose, wager in the middle of a round, set a hand, or wait.
import { mine, myQuestion, wordFor } from "./asking.js";
import { dollars, h } from "./base.js";
import { cents, notAmount } from "./chips.js";
import { cite } from "./cite.js";
import { toast } from "./voice.js";
import { _, word } from "./words.js";

/** `at` is the table as it stands (view, open, bets, busy, arranger, hint), `may` what can be done with it. */
export function actions(at, may) {
  const asked = myQuestion(at.view);
  const me = mine(at.view);
  if (me === null) return [status(at.view), at.closes ? closing(may) : ""];
  if (asked?.kind === "choose") return choose(asked, at, may);
  if (asked?.kind === "wager") return midWager(asked, at, may);
  if (asked?.kind === "arrange") {
    return [turn(_("Set your hand."), asked.clause), at.arranger.controls, advice(at, may), at.hint];
  }
  if (at.open && !at.view.paused && !at.view.closed) return betting(at, may);
  const change = me.ready && !["playing", "sealing"].includes(at.view.phase) && !at.view.closed;
  return [
    status(at.view),
    change ? h("div", { class: "buttons" }, button(_("Change bets"), "change", may.change)) : "",
  ];
}

const button = (words, key, click, more = {}) =>
  h("button", { type: "button", "data-key": key, click, ...more }, words);

/** Who has opened a table and got up closes it where they played. */
const closing = (may) =>
  h("div", { class: "buttons" }, button(_("Close the table"), "close", may.close, { class: "quiet" }));

const turn = (strong, clause, words = "") =>
  h("p", { class: "status" }, h("strong", {}, strong), words, clause ? [" ", cite(clause)] : "");

function betting({ view, bets, busy }, may) {
  const offered = view.wagers.filter((each) => each.offered);
  const words = bets.total ? `${_("Deal")}, ${dollars(bets.total)}` : _("Deal");
  return [
    bets.tray(),
    h(
      "div",
      { class: "buttons" },
      button(_("Clear"), "clear", () => bets.clear(), { disabled: bets.total === 0 }),
      button(_("Rebet"), "rebet", () => bets.rebet(offered), { disabled: Object.keys(bets.last).length === 0 }),
      button(words, "deal", may.bet, { class: "go", disabled: busy || bets.total === 0 }),
      button(_("Stand up"), "leave", may.leave, { class: "quiet" }),
    ),
  ];
}

/** The switch of what each choice is worth. */
const advice = ({ hinted }, may) =>
  button(_("Advice"), "advice", may.advised, { class: "quiet advice", "aria-pressed": String(hinted) });

/** How a choice looks, and how the best one is marked once it is known. */
const marked = (is, best) => ({
  class: `${is}${best ? " advised" : ""}`,
  ...(best ? { "aria-description": _("The best choice") } : {}),
});

function choose(asked, at, may) {
  const { answering, hint, hinted, best } = at;
  const taken = new Set();
  const buttons = asked.options.map((option) => {
    const letter = [...wordFor(option).toLowerCase()].find((each) => /[a-z]/.test(each) && !taken.has(each)) ?? "";
    taken.add(letter);
    const words = [wordFor(option), h("kbd", { "aria-hidden": "true" }, letter.toUpperCase())];
    return button(words, `choose-${option}`, () => may.answer({ answer: option }), {
      ...marked("go choice", hinted && best === option),
      "data-letter": letter,
      "aria-keyshortcuts": letter,
      disabled: answering,
    });
  });
  return h(
    "div",
    { class: "deciding" },
    turn(_("Your turn."), asked.clause, playedNow(at.view)),
    h("div", { class: "buttons" }, buttons, advice(at, may)),
    hint,
  );
}

/** Which hand of a split the turn is about. */
function playedNow(view) {
  const hands = mine(view)?.hands ?? [];
  const number = hands.findIndex((each) => each.playing) + 1;
  return hands.length > 1 && number > 0
    ? ` ${_("Hand %(number)s of %(count)s", { number, count: hands.length })}.`
    : "";
}

/** The least and the most of a wager, in words. */
function between(asked) {
  const [least, most] = [dollars(asked.least_cents), dollars(asked.most_cents)];
  return ` ${_("%(least)s to %(most)s", { least, most })}.`;
}

function midWager(asked, at, may) {
  const { view, answering, hint } = at;
  const best = at.hinted ? at.best : null; // an amount; 0 is no wager
  const name = word(view.wagers.find((each) => each.id === asked.wager)?.name ?? asked.wager);
  const input = h("input", {
    class: "typed wide-typed",
    inputmode: "decimal",
    value: String(asked.least_cents / 100),
    "data-key": "mid-amount",
    "aria-label": _("Dollars on %(wager)s", { wager: name }),
  });
  const send = () => {
    const amount = cents(input.value);
    if (amount !== null) return may.answer({ answer: amount });
    toast(notAmount(input.value));
    input.setAttribute("aria-invalid", "true");
    input.focus();
  };
  return h(
    "div",
    { class: "deciding" },
    turn(_("%(wager)s?", { wager: name }), asked.clause, between(asked)),
    h(
      "div",
      { class: "buttons" },
      input,
      button(_("Wager"), "mid-yes", send, { ...marked("go", best > 0), disabled: answering }),
      button(_("No wager"), "mid-no", () => may.answer({ answer: 0 }), {
        ...marked("go", best === 0),
        disabled: answering,
      }),
      advice(at, may),
    ),
    hint,
  );
}

const status = (view) => h("p", { class: "status" }, waitsFor(view));

/** For whom or what the table waits. */
function waitsFor(view) {
  if (view.closed) return _("This table is closed. Choose another in the lobby.");
  if (view.paused) return _("The table is paused by a supervisor.");
  const names = (seats) => seats.map((each) => each.name).filter(Boolean).join(", ");
  if (view.phase === "sealing" || view.numbers !== null) {
    return _("No more bets. The players' numbers are put together.");
  }
  if (view.phase === "playing") {
    const acting = view.seats.filter((each) => each.acting);
    if (acting.length) return _("Waiting for %(names)s.", { names: names(acting) });
    return view.dealer.plays ? _("The dealer plays.") : _("The hands are compared.");
  }
  const late = view.seats.filter((each) => each.name !== null && !each.bot && !each.ready && !each.you);
  if (mine(view)?.ready && late.length) {
    return _("Your bets are down. Waiting for %(names)s.", { names: names(late) });
  }
  return view.phase === "betting" ? _("Place your bets.") : _("The round has ended.");
}
