// The room's signed word for each bet and answer of one's own: kept here, and held against the record later.
import { wish } from "./base.js";

const MOST_ROUNDS = 200;

/** All that this browser has of a round: for answers in it, and for bets that were laid for it, by their table and the
 * round before it as its record tells them, or by the number that it noted of the round. */
export function receiptsOf(round, { table, after } = {}, { commit } = {}) {
  const own = ({ bet }, where) => where === `${table} ${after}` || (commit !== undefined && bet.commit === commit);
  const bets = Object.entries(all("bets")).flatMap(([where, laid]) => laid.filter((each) => own(each, where)));
  return [...bets, ...all("receipts")[round] ?? []];
}

const all = (name) => JSON.parse(wish.read(name, "{}"));

/** Keep one for an answer; who asks again is given the same. */
export function keepReceipt(round, receipt) {
  keep("receipts", String(round), receipt, (each) => each.signature !== receipt.signature);
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
