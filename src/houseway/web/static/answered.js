// What is wrong with the entries of a round and with who is told to have answered, as `houseway.verifier` says it.
import { alike, knows, PACKETS } from "./claims.js";
import { _ } from "./words.js";

/** The fields of an entry, in order: a card, a number, a call or a decision, and nothing else with it. */
const FORMS = [
  ...[["deal", "to"], ["draw"], ["call", "seat"], ["call", "cards", "seat"]],
  ...[["choose", "seat"], ["cents", "seat", "wager"], ["seat", "set"]],
];

/** Milliseconds by which the clock of a room may be set back while somebody thinks. */
const SLACK = 1000;

/** The game whose bots take their time, so that it may run out for them as well. */
const THINKING = "chinese-poker";

const decides = (entry) => !["deal", "draw", "call"].some((field) => field in entry);

/** What is wrong with the entries: each is one of those that there are, and goes where there are hands. */
export function formFault({ game, entries, seat }) {
  const seats = seat.map(({ number }) => number);
  const packets = Array.from({ length: PACKETS[game] ?? 0 }, (_, place) => place);
  const dealt = {};
  for (const entry of entries) {
    const fields = Object.keys(entry).sort();
    if (!FORMS.some((form) => alike(form, fields))) {
      return _("an entry of it is no card, no number, no call and no decision");
    }
    const astray = "deal" in entry && knows(game) && ![0, ...seats, ...packets].includes(entry.to);
    if (astray || (decides(entry) && !seats.includes(entry.seat))) {
      return _("a card or a decision is told of a seat where nobody plays");
    }
    if ("deal" in entry) dealt[entry.to] = (dealt[entry.to] ?? 0) + 1;
  }
  const uneven = packets.length > 0 && new Set(Object.values(dealt)).size > 1;
  return uneven && !entries.some((entry) => "call" in entry) ? _("its packets are not of as many cards each") : "";
}

const spelled = ({ by, why }) =>
  by === "house" ? ["time", "left"].includes(why) : ["player", "bot"].includes(by) && why === undefined;

/** What is wrong with the times: none is before the latest of those before it, the round's beginning among them. */
function timeFault({ answers, started, ended }) {
  let [number, before, latest] = [0, Date.parse(started), started === undefined ? 0 : Date.parse(started)];
  for (const { entry, at, asked } of answers) {
    const moment = Date.parse(at);
    if (!(entry >= number) || !(moment >= latest - SLACK)) {
      return _("an answer is told to have come before one before it");
    }
    if (entry !== number && started !== undefined) before = latest;
    if (asked !== undefined && !(Date.parse(asked) >= before - SLACK && Date.parse(asked) <= moment + SLACK)) {
      return _("a seat is told to have been asked before what came before it, or after its answer");
    }
    [number, latest] = [entry, Math.max(latest, moment)];
  }
  const late = ended !== undefined && !(Date.parse(ended) >= latest - SLACK);
  return late ? _("an answer is told to have come when the round had ended") : "";
}

/** Whether an entry is told as more than one act: it has one time, and is one player's answer or time that ran out. */
function several(lines) {
  const late = lines.filter(({ why }) => why === "time").map(({ seat }) => seat);
  const players = lines.filter(({ by }) => by === "player").length;
  return new Set(lines.map(({ at }) => at)).size > 1 || players > 1 || (players > 0 && late.length > 0) ||
    new Set(late).size < late.length;
}

/** What no seat is told as: it is a bot's or a person's throughout, and who has left it answers no more. */
function seatFault(number, lines, slow) {
  const who = lines.map(({ by, why }) => why ?? by);
  const bots = who.filter((each) => each === "bot" || (slow && each === "time")).length;
  if (who.includes("bot") && bots < who.length) {
    return _("seat %(number)s is told as a bot's, and as a person's", { number });
  }
  const left = who.indexOf("left");
  const after = left >= 0 && who.slice(left).some((each) => each !== "left");
  return after ? _("seat %(number)s is told to have answered when its person had left", { number }) : "";
}

/** Lines by what a field of theirs says. */
const together = (lines, field) =>
  [...new Set(lines.map((each) => each[field]))].map((said) => [said, lines.filter((each) => each[field] === said)]);

/** What is wrong with who is told to have answered; a round of an older time does not tell it. */
export function answersFault(record) {
  const { game, entries, answers, draws, signed } = record;
  if (answers === undefined) {
    return signed !== undefined && draws !== undefined
      ? _("the room has signed it, and it leaves out who answered")
      : "";
  }
  const asked = entries.flatMap((entry, line) => decides(entry) ? [line] : []);
  if (!alike(answers.map(({ line }) => line), asked)) {
    return _("who answered is not told of every decision, once and in their order");
  }
  if (!answers.every((each) => spelled(each) && each.seat === entries[each.line].seat)) {
    return _("an answer is told of another seat, or of somebody who gives none");
  }
  if (together(answers, "entry").some(([, lines]) => several(lines))) {
    return _("an entry is told as several acts: it is one player's answer, or time that ran out");
  }
  const slow = game === THINKING || !knows(game);
  const seats = together(answers, "seat").map(([number, lines]) => seatFault(number, lines, slow));
  return timeFault(record) || (seats.find((fault) => fault !== "") ?? "");
}

/** The seats that are told as bots'. */
export const botsIn = ({ answers }) =>
  [...new Set((answers ?? []).filter(({ by }) => by === "bot").map(({ seat }) => seat))].sort((a, b) => a - b);

/** Whether the key of a bet is the one that its seat is played with. */
const isLast = (bets, { seat, key }) => (bets ?? []).findLast((each) => each.seat === seat)?.signed?.key === key;

/** Whether a player's answer is told of one's own seat that there is no receipt for. */
export function unacknowledged({ answers, bets }, receipts) {
  const plays = ({ answer, bet }) => answer !== undefined || isLast(bets, bet); // who has let go is another there now
  const own = new Set(receipts.filter(plays).map(({ answer, bet }) => (answer ?? bet).seat));
  const kept = new Set(receipts.map(({ entry }) => entry)); // an entry is one player's answer
  return (answers ?? []).some(({ by, seat, entry }) => by === "player" && own.has(seat) && !kept.has(entry));
}
