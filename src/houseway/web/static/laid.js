// What is wrong with how the bets of a round are told to have been laid, as `houseway.verifier` says it.
import { BOUND } from "./betting_key.js";
import { JACKPOTS, knows } from "./claims.js";
import { MOST_SEATS } from "./forms.js";
import { canonical, isSigned } from "./signed.js";
import { _, word } from "./words.js";

/** Milliseconds by which the clock of a room may be set back. */
const SLACK = 1000;

const keyOf = ({ signed }) => signed?.key ?? "";
const nthOf = ({ signed }) => signed?.nth ?? 0;
const slipsOf = ({ bets }, seat) => (bets ?? []).filter((each) => each.seat === seat);
const lays = ({ wagers }) => Object.keys(wagers).length > 0;

/** From one moment to another; a time that is none gives no number. */
const between = (one, other) => Date.parse(other) - Date.parse(one);

/** What of it no journal has: bets of no seat, two of one entry, none before the round, times out of order. */
function isWhole({ round, after, seat, bets, answers, started }) {
  const seats = [...new Set(seat.map(({ number }) => number))];
  if (seat.length > MOST_SEATS) return false; // whoever wrote it must not keep its reader waiting
  const told = ({ wagers, at, seat: where }) =>
    seats.includes(where) && Object.values(wagers).every((cents) => cents > 0) &&
    !(between(at, started ?? at) < -SLACK) && !Number.isNaN(Date.parse(at));
  const inOrder = seats.every((number) =>
    slipsOf({ bets }, number).every((one, at, all) => {
      const other = all[at + 1];
      return other === undefined || (other.entry > one.entry && between(one.at, other.at) >= -SLACK);
    })
  );
  const answered = Math.min(...(answers ?? []).map(({ entry }) => entry));
  return after < round && bets.every((each) => told(each) && each.entry < answered) && inOrder &&
    new Set(bets.map(({ entry }) => entry)).size === bets.length;
}

/** Whether a signed bet was replaced, and neither by its own key nor long after; or an older one came after it. */
function isReplaced(slips) {
  const latest = new Map(); // of each key
  return slips.some((one, at) => {
    const other = slips[at + 1];
    const early = other !== undefined && one.signed && lays(one) && keyOf(one) !== keyOf(other) &&
      between(one.at, other.at) < BOUND;
    const older = one.signed && latest.get(keyOf(one)) >= nthOf(one);
    if (one.signed) latest.set(keyOf(one), nthOf(one));
    return early || older;
  });
}

/** Whether the key that a bet names has signed it; one that nobody has signed names none. */
function isOwn({ table, after }, { seat, wagers, commit = "", signed }) {
  return signed === undefined || isSigned("bet", { table, after, seat, wagers, commit, nth: signed.nth }, signed);
}

/** What of a bet is not played: a round returns wagers on a jackpot that takes none now, and no others. */
const leftOut = (slip, wagers) => Object.keys(slip.wagers).filter((wager) => !Object.hasOwn(wagers ?? {}, wager));

/** What is wrong with the bet that a seat plays. */
function seatFault(record, { number, wagers }) {
  const slips = slipsOf(record, number);
  const sealed = (record.seals ?? []).find(({ seat }) => seat === number)?.commit ?? "";
  const told = { number };
  if (isReplaced(slips)) return _("seat %(number)s: a signed bet was replaced, and not by who has its key", told);
  if (slips.length === 0 || !lays(slips.at(-1))) {
    const person = (record.answers ?? []).some(({ seat, by }) => seat === number && by === "player");
    return sealed || person
      ? _("seat %(number)s: a person plays there, and how the bet was laid is not told", told)
      : "";
  }
  const last = slips.at(-1);
  const staked = Object.entries(wagers ?? {}).map((
    [wager, amount],
  ) => [wager, Number(String(amount).replace(".", ""))]);
  if (!staked.every(([wager, cents]) => last.wagers[wager] === cents) || (last.commit ?? "") !== sealed) {
    return _("seat %(number)s: another bet is played than was laid there", told);
  }
  const back = leftOut(last, wagers);
  if (
    staked.length === 0 || (knows(record.game) && !back.every((wager) => (JACKPOTS[record.game] ?? []).includes(wager)))
  ) {
    return _("seat %(number)s: a wager that was laid there is left out, and no round returns it", told);
  }
  const { answers = [], started, ended } = record;
  if (answers.some(({ seat, by }) => seat === number && by === "bot")) {
    return _("seat %(number)s: a bot answered there, and a player's bet is played", told);
  }
  if (record.signed && !(started && ended)) return _("when its round began, or ended, is not told");
  return isOwn(record, last) ? "" : _("seat %(number)s: its bet is not signed with the key that it names", told);
}

/** Whether a wager is told to have been returned to one seat, and is played at another. */
function isApart({ seat, ...record }) {
  const told = seat.filter(({ wagers }) => wagers !== undefined);
  const back = told.flatMap(({ number, wagers }) =>
    slipsOf(record, number).slice(-1).flatMap((slip) => leftOut(slip, wagers))
  );
  return told.some(({ wagers }) => back.some((wager) => Object.hasOwn(wagers, wager)));
}

/** What is wrong with how bets were laid; a round of an older time does not tell it. */
export function betsFault(record) {
  if (record.bets === undefined && record.after === undefined) return "";
  if (record.bets === undefined || record.after === undefined || !isWhole(record)) {
    return _("how its bets were laid is not told whole");
  }
  if (isApart(record)) return _("a wager is told to have been returned to one seat, and is played at another");
  const seats = new Map(record.seat.map((each) => [each.number, each]));
  return [...seats.values()].map((each) => seatFault(record, each)).find((fault) => fault !== "") ?? "";
}

/** What is wrong with the bets by the receipts of one's own: the seat plays as its key has signed last, or sits out. */
export function betReceiptFault(record, receipts) {
  const plays = ({ table, at, entry, bet }) => {
    if (table !== record.table || bet.after !== record.after) return false;
    if (!record.seat.some(({ number }) => number === bet.seat)) return true;
    const own = slipsOf(record, bet.seat).findLast((slip) => keyOf(slip) === bet.key);
    if (own === undefined && !lays(bet)) return true; // it has let go, and who plays there is somebody else
    if (own === undefined || nthOf(own) < bet.nth || between(at, own.at) < -SLACK || !isOwn(record, own)) return false;
    const { wagers, commit } = bet;
    const [told, kept] = [{ commit: "", ...own }, { at, entry, wagers, commit }];
    return nthOf(own) > bet.nth || Object.keys(kept).every((name) => canonical(told[name]) === canonical(kept[name]));
  };
  return receipts.every((each) => each.bet === undefined || plays(each))
    ? ""
    : _("a bet of yours is not played as the room has acknowledged it");
}

/** Whether one's own bet is played as this browser has signed it, in a sentence. */
export function betSaid(record, receipts) {
  if (record.bets === undefined) return ` ${_("How its bets were laid is not told, as in records of older rooms.")}`;
  const laid = receipts.flatMap(({ bet }) => bet?.after === record.after && lays(bet) ? [bet] : []);
  const last = record.seat.flatMap(({ number }) => slipsOf(record, number).slice(-1));
  const mine = last.find((slip) =>
    lays(slip) && laid.some(({ key, seat }) => key === keyOf(slip) && seat === slip.seat)
  );
  if (mine === undefined) return laid.length ? ` ${_("A bet that you laid is not in this round.")}` : "";
  const { wagers } = record.seat.find(({ number }) => number === mine.seat);
  const back = leftOut(mine, wagers).map((wager) => word(wager)).join(", ");
  return back
    ? ` ${_("Of your bet this is told to have been returned: %(back)s.", { back })}`
    : ` ${_("Your bet is played as this browser signed it.")}`;
}
