// What the table says: a line that appears for a while, and what a listener hears.
import { mine, myQuestion, questionKey, wordFor } from "./asking.js";
import { signed, spoken, title } from "./base.js";
import { inWords } from "./cite.js";
import { _, word } from "./words.js";

const line = document.getElementById("toast");
const live = document.getElementById("live");
const LEFT = ["is freed: ", "did not open its number: "];
let timer = 0;
let heardLast = "";
let saying = { words: "", kind: "", offer: null };
let warned = []; // what stands beside whatever is said meanwhile

/** Show what stands, and what is said now. */
function show(words, kind, offer = null) {
  saying = { words, kind, offer };
  const told = [...warned, ...words === "" ? [] : [words]].map(title).join(" ");
  line.replaceChildren(told, ...(offer === null ? [] : [" ", offer]));
  line.dataset.kind = warned.length ? "warning" : kind;
  line.classList.toggle("shown", told !== "");
}

/** Show a sentence for some seconds, or until the line to the room is back. */
export function toast(words, stays = false, offer = null) {
  clearTimeout(timer);
  show(words, stays ? "line" : "", offer);
  if (words && !stays) timer = setTimeout(() => toast(""), offer === null ? 9000 : 60000);
}

/** Something that nobody may overlook: what is done and said meanwhile does not take it away. */
export function warn(words) {
  if (warned.includes(words)) return;
  warned = [...warned, words];
  show(saying.words, saying.kind, saying.offer);
  setTimeout(() => {
    warned = warned.filter((each) => each !== words);
    show(saying.words, saying.kind, saying.offer);
  }, 30000);
}

/** The line to the room is back: what was said of it goes. */
export function lineIsBack() {
  if (saying.kind === "line") toast("");
}

/** Say what is not through yet until "" says that it is; that the line is lost stands. */
export function onItsWay(words) {
  if (words === "" ? saying.kind !== "way" : saying.kind === "line") return;
  clearTimeout(timer);
  show(words, words === "" ? "" : "way");
}

/** Say it to who listens, once. */
export function say(words) {
  if (!words || words === heardLast) return;
  heardLast = words;
  live.textContent = words;
}

/** What a listener should hear of the step from one view to the next. */
export function announce(before, view) {
  if (before === null) return;
  say([...cards(before, view), ...turn(before, view), ...rulings(before, view), ...calls(before, view)].join(". "));
}

/** What the house has done for this seat, where time ran out; the slip tells it once there is one. */
export function answeredFor(before, view) {
  const me = mine(view);
  if (me === null || before === null) return "";
  const told = `seat ${me.number} ran out of time: `;
  const count = (at) => at.log.filter((words) => words.startsWith(told)).length;
  const last = view.log.findLast((words) => words.startsWith(told));
  if (last === undefined || (count(view) <= count(before) && before.round === view.round)) return "";
  const what = word(last.slice(told.length).replace(" for it", " for you"));
  const words = _("Your time ran out: %(what)s.", { what });
  if (view.phase !== "ended") toast(words);
  return words;
}

/** A seat that the house has freed, or left for one whose number was silent: whoever comes back is told. */
export function freed(before, view) {
  const then = before === null ? null : mine(before);
  if (then === null || mine(view) !== null) return;
  const seat = `seat ${then.number} `;
  const told = view.log.findLast((words) => LEFT.some((what) => words.startsWith(seat + what)));
  const count = (at) => at.log.filter((words) => words === told).length;
  if (told === undefined || count(view) <= count(before)) return; // it is of somebody who sat there before
  warn(_("%(what)s. Sit down again to go on.", { what: title(word(told)) }));
}

const heard = (hand) => hand.filter((card) => card !== null).map(spoken).join(", ");
const noted = (place) => (place.note ? `, ${word(place.note)}` : "");

function cards(before, view) {
  const [me, then] = [mine(view), mine(before)];
  const lines = [];
  if (me !== null && me.cards.length && heard(me.cards) !== heard(then?.cards ?? [])) {
    lines.push(_("You hold %(cards)s", { cards: heard(me.cards) }) + noted(me));
  }
  if (heard(view.dealer.cards) && heard(view.dealer.cards) !== heard(before.dealer.cards)) {
    lines.push(_("The dealer shows %(cards)s", { cards: heard(view.dealer.cards) }) + noted(view.dealer));
  }
  return lines;
}

function turn(before, view) {
  const asked = myQuestion(view);
  if (asked === null || questionKey(view) === questionKey(before)) return [];
  if (asked.kind === "choose") {
    return [
      _("Your turn: %(options)s", { options: asked.options.map(wordFor).join(` ${_("or")} `) }),
    ];
  }
  return [
    asked.kind === "arrange"
      ? _("Your turn: set your hand")
      : _("Your turn: wager on %(wager)s or not", { wager: word(asked.wager) }),
  ];
}

function rulings(before, view) {
  if (view.ruling === null || before.ruling !== null) {
    return before.phase === "ended" && view.phase === "betting" ? [_("Place your bets")] : [];
  }
  const me = mine(view);
  const names = Object.fromEntries(view.wagers.map((each) => [each.id, each.name]));
  return view.ruling
    .filter((each) => me === null || each.seat === me.number)
    .map((each) => `${word(names[each.wager] ?? each.wager)}: ${signed(each.cents)}, ${inWords(word(each.why))}`);
}

function calls(before, view) {
  const amended = view.amended.slice(before.amended.length).map((each) =>
    each.what === "void"
      ? _("Round %(round)s is void: %(reason)s", each)
      : _("Seat %(seat)s is corrected by %(amount)s: %(reason)s", { ...each, amount: signed(each.cents) })
  );
  const called = view.calls
    .slice(before.round === view.round ? before.calls.length : 0)
    .map((each) =>
      _("A supervisor called %(what)s: %(reason)s.", {
        what: word(each.kind.replaceAll("-", " ")),
        reason: each.reason,
      })
    );
  return [...amended, ...called];
}
