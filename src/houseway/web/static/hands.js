// The cards told for each seat and the dealer, against the entries that dealt them, as `houseway.verifier` does it.
import { knows } from "./claims.js";
import { tableOf } from "./toml.js";
import { _ } from "./words.js";

const OUT_OF_CARDS = "out-of-cards";
const REPLACE = "replace-card";

/** What a written control may prescribe: a setting of such a value is the control of its name. */
const CONTROLS = ["play-on", "void-hand", "void-round", "forfeit-hand", REPLACE, "another-card", "reset-dealer"];

/** Of controls of the house's own, and in a line of them: more is not read. */
const [MOST_CHARACTERS, MOST_DOTS] = [100000, 20];

/** What may follow where this page cannot read the house's own controls: a card may have been replaced. */
const UNREAD = [REPLACE, "unread"];

const isTable = (value) => typeof value === "object" && !Array.isArray(value);

/** The controls of the house's own that the settings hold; null where this page cannot read them. */
function ownControls({ irregularities }) {
  const text = String(irregularities ?? "none");
  const lines = text.split("\n");
  if (text === "none" || text === "") return [];
  if ([...text].length > MOST_CHARACTERS || lines.some((line) => line.split(".").length > MOST_DOTS + 1)) return [];
  try {
    const told = tableOf(text).irregularity ?? [];
    return Array.isArray(told) ? told.filter(isTable) : [];
  } catch {
    return null;
  }
}

/** What follows, for whichever stage. */
function following(told) {
  if (typeof told === "string") return [told];
  const stages = Array.isArray(told) ? told : [];
  return stages.filter(isTable).map(({ then }) => typeof then === "string" ? then : "");
}

/** What the written control of a call may prescribe; nothing where there is none. */
function thenOf(settings, own, { call, seat }) {
  if (call === OUT_OF_CARDS) return ["void-round"];
  if (own === null) return UNREAD;
  const mine = own.filter(({ kind }) => kind === call);
  if (mine.length === 0) {
    return Object.hasOwn(settings, call) && CONTROLS.includes(settings[call]) ? [settings[call]] : [];
  }
  const whom = seat ? ["seat"] : ["dealer", "round"];
  return [...new Set(mine.flatMap((each) => whom.flatMap((part) => following(each[part]))))];
}

/** The calls of a round, each with what may follow. */
function callsOf({ settings, entries }) {
  const own = entries.some((entry) => "call" in entry) ? ownControls(settings) : [];
  return new Map(
    entries.filter((entry) => "call" in entry).map((entry) => [entry, thenOf(settings, own, entry)]),
  );
}

/** What is wrong with the calls: each is one that the settings have a control for, on a seat of the round or on 0. */
export function callFault(record) {
  const places = [0, ...record.seat.map(({ number }) => number)];
  for (const [{ call, seat }, then] of callsOf(record)) {
    if (then.length === 0) return _("the call “%(call)s” is none that its settings have a control for", { call });
    if (!places.includes(seat)) return _("the call “%(call)s” names no seat of the round", { call });
  }
  return "";
}

/** The cards that lie at each place by the entries, and those that calls have surely replaced: the card that follows
 * takes the place of the last one. */
function liesOf(record, calls) {
  const [cards, replaced] = [new Map(), []];
  let awaited = null;
  for (const entry of record.entries) {
    const then = calls.get(entry);
    if (then !== undefined) {
      if (then.length === 1 && then[0] === REPLACE) awaited = entry.seat ?? 0;
    } else if ("deal" in entry) {
      const there = cards.get(entry.to) ?? [];
      if (entry.to === awaited && there.length) replaced.push(there.pop());
      cards.set(entry.to, [...there, entry.deal]);
      awaited = null;
    }
  }
  return { cards, replaced };
}

/** The cards of one list that another has not, as often as they stand there. */
function without(cards, others) {
  const left = [...others];
  return cards.filter((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Whether these are some of those, in their order. */
function within(cards, there) {
  let at = 0;
  for (const card of there) if (card === cards[at]) at++;
  return at === cards.length;
}

/** What is wrong with the hands: each holds what was dealt to its place; where a call replaced a card, what of it is
 * not burnt. */
export function handFault(record) {
  const numbers = record.seat.map(({ number }) => number);
  if (new Set(numbers).size !== numbers.length) return _("its seats are not numbered");
  const calls = callsOf(record);
  const lies = liesOf(record, calls);
  const may = [...calls.values()].some((then) => then.includes(REPLACE));
  const hands = [[0, record.dealer?.cards ?? []], ...record.seat.map(({ number, cards }) => [number, cards ?? []])];
  const missing = [...lies.replaced];
  for (const [place, cards] of hands) {
    const there = lies.cards.get(place) ?? [];
    const held = cards.length === there.length && within(cards, there);
    if (!held && !(may && within(cards, there))) {
      return place === 0
        ? _("the dealer does not hold what was dealt there")
        : _("seat %(number)s does not hold what was dealt there", { number: place });
    }
    missing.push(...without(there, cards));
  }
  const burnt = record.burnt ?? [];
  if (!may) return burnt.length ? _("cards are told as burnt, and no call has replaced one") : "";
  const other = [...without(missing, burnt), ...without(burnt, missing)];
  return other.length
    ? _("cards are in no hand and not told as burnt, or in one and told so: %(cards)s", {
      cards: other.join(" "),
    })
    : "";
}

/** The cards that rest on the room's word: those that a call took away by rules that this page does not know, and, in
 * a game that it does not know, those that were dealt where nobody plays. */
export function cardsAsTold(record) {
  const lies = liesOf(record, callsOf(record));
  const hands = [0, ...record.seat.map(({ number }) => number)];
  const apart = [...lies.cards].filter(([place]) => !hands.includes(place)).flatMap(([, cards]) => cards);
  return [...without(record.burnt ?? [], lies.replaced), ...(knows(record.game) ? [] : apart)];
}
