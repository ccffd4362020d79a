// The room's signed word for each bet and answer of one's own: kept here, and held against the record later.
import { wish } from "./base.js";
import { isMoment } from "./forms.js";
import { canonical, isSigned } from "./signed.js";

const MOST_ROUNDS = 200;

/** All that this browser has of a round: for answers in it, and for bets at its table that were laid since the round
 * before it, as its record tells which that was, or with the number that it noted of the round as its own. */
export function receiptsOf(round, { table, after } = {}, { commit, doubt } = {}) {
  const own = (each) =>
    (each.table === table && each.bet.after >= after && each.bet.after < round) ||
    (commit !== undefined && !doubt && each.bet.commit === commit);
  return [...Object.values(all("bets")).flat().filter(own), ...all("receipts")[round] ?? []];
}

/** Whether something is the room's receipt of a command that was this entry of a table's journal. */
export function isReceipt(receipt, { table, entry, ...said }) {
  const { key, signature, ...told } = receipt ?? {};
  const right = { table, entry, at: told.at, ...said };
  return Number.isSafeInteger(entry) && isMoment(told.at) && canonical(told) === canonical(right) &&
    isSigned("receipt", told, { key, signature });
}

/** Whether it is one for a bet that this browser has signed. */
export function isForBet(receipt, { table, entry, wagers, commit, signed }) {
  const { signature: _mine, ...bet } = signed;
  return isReceipt(receipt, { table, entry, bet: { ...bet, wagers, commit } });
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
