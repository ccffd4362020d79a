// The room's signed word for each bet and answer of one's own: kept here, and held against the record later.
import { wish } from "./base.js";
import { isMoment } from "./forms.js";
import { canonical, isSigned } from "./signed.js";
import { _ } from "./words.js";

const MOST_ROUNDS = 200;

/** All that this browser has of a round, signed with the key of its record: for answers in it, up to the last that it
 * tells, whatever round they were told to be of then, and for bets at its table that were laid since the round before
 * it, as its record tells which that was, or with the number that it noted of the round as its own; of a record that
 * tells none, the last before. */
export function receiptsOf(round, record = {}, { commit, doubt } = {}) {
  const { table, after, signed } = record;
  const bets = Object.values(all("bets")).flat();
  const here = bets.filter((each) => each.table === table);
  const since = after ?? Math.max(...here.map(({ bet }) => bet.after).filter((each) => each < round));
  const own = here.filter(({ bet }) => bet.after >= since && bet.after < round);
  const noted = bets.filter((each) => commit !== undefined && !doubt && each.bet.commit === commit);
  // whoever answers has bet before, and bets anew for the next round, here or elsewhere: it is this one's by its entry
  const [first, next] = [own, here.filter(({ bet }) => bet.after >= round)].map(firstOf);
  const last = Math.max(...(record.answers ?? [{ entry: Infinity }]).map(({ entry }) => entry));
  const isIn = ({ table: where, entry }) => where === table && entry > first && entry < next && entry <= last;
  const answers = Object.entries(all("receipts")).flatMap(([told, each]) =>
    each.filter((receipt) => [named(round), String(round)].includes(told) || isIn(receipt)) // pages kept them so before
  );
  const found = [...new Set([...own, ...noted]), ...answers];
  return found.filter(({ key }) => signed?.key === undefined || key === signed.key);
}

const firstOf = (receipts) => Math.min(...receipts.map(({ entry }) => entry));

/** Whether this browser has receipts of another key for what happened at a table while a round was played. */
export function hasOthers(round, record) {
  const { signed, ...rest } = record;
  return signed?.key !== undefined && receiptsOf(round, rest).some(({ key }) => key !== signed.key);
}

/** Whether something is the room's receipt of a command that was this entry of a table's journal. */
export function isReceipt(receipt, { table, entry, ...said }) {
  const { key, signature, ...told } = receipt ?? {};
  const right = { table, entry, at: told.at, ...said };
  const text = textOf(told);
  return Number.isSafeInteger(entry) && isMoment(told.at) && text !== null && text === canonical(right) &&
    isSigned("receipt", told, { key, signature });
}

/** Letters of a receipt: a longer one would leave no room for others. */
const MOST_LETTERS = 10000;

/** What a receipt says, as one text; nothing where no room says so much, or one in another so deeply. */
function textOf(told) {
  try {
    const text = canonical(told);
    return text.length <= MOST_LETTERS ? text : null;
  } catch {
    return null;
  }
}

/** Milliseconds by which the clocks of a room and of a browser may differ. */
const APART = 120000;

/** The room's key, as this browser saw it last on the page of the log, or else noted it first; "" where it has none. */
export const roomKey = () => JSON.parse(wish.read("log", "null"))?.key ?? wish.read("room-key", "");

/** What others would not take of a receipt that is signed: another key than the room's, and a time that is not between
 * the moment in which this browser began to send what it is for, and now. */
export function signerFault({ key, at }, begun = Date.now()) {
  const seen = roomKey();
  if (seen === "") wish.keep("room-key", key);
  else if (seen !== key) {
    return _("The receipt for your bets is signed with another key than the room's: look at its public log.");
  }
  const apart = Math.max(begun - Date.parse(at), Date.parse(at) - Date.now());
  return apart <= APART ? "" : _(
    "The room's clock and your browser's are %(num)s s apart: a receipt tells the room's.",
    { num: Math.round(apart / 1000) },
  );
}

/** Whether it is one for a bet that this browser has signed. */
export function isForBet(receipt, { table, entry, wagers, commit, signed }) {
  const { signature: _mine, ...bet } = signed;
  return isReceipt(receipt, { table, entry, bet: { ...bet, wagers, commit } });
}

/** Whether an entry tells an answer as it was sent to what is asked of a seat: a word, cents of a wager, or piles of
 * cards. */
export function isAsGiven({ seat, wager, choose, cents, set }, sent, asked) {
  if (seat !== asked.seat || wager !== asked.wager) return false;
  if (set === undefined) return (choose ?? cents) === sent;
  const told = (pile) => [...pile ?? []].sort().join();
  return asked.piles.every((name, at) => told(set[name]) === told(sent[at]));
}

/** What receipts of a round are kept under: names that are numbers would be put in their order, and the newest of a
 * room that was made anew be forgotten first. */
const named = (round) => `round ${round}`;

const all = (name) => JSON.parse(wish.read(name, "{}"));

/** Keep one for an answer; who asks again is given the same. */
export function keepReceipt(round, receipt) {
  keep("receipts", named(round), receipt, (each) => each.signature !== receipt.signature);
}

/** Keep one for a bet, or for taking it back, before any round is told to play it; of each key the last counts. */
export function keepBet(receipt) {
  const { after, key, nth } = receipt.bet;
  keep("bets", `${receipt.table} ${after}`, receipt, ({ bet }) => bet.key !== key || bet.nth > nth);
}

function keep(name, where, receipt, stands) {
  const { [where]: before = [], ...others } = all(name);
  const kept = Object.entries(others).slice(1 - MOST_ROUNDS);
  wish.keep(name, JSON.stringify(Object.fromEntries([...kept, [where, [...before.filter(stands), receipt]]])));
}
