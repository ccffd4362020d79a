// The room's signed word for each bet and answer of one's own in a round: kept here, and held against the record later.
import { wish } from "./base.js";

const MOST_ROUNDS = 200;

/** All of a round that this browser has. */
export const receiptsOf = (round) => JSON.parse(wish.read("receipts", "{}"))[round] ?? [];

/** Keep one; who asks again is given the same. */
export function keepReceipt(round, receipt) {
  const others = receiptsOf(round).filter((each) => each.signature !== receipt.signature);
  const kept = Object.entries(JSON.parse(wish.read("receipts", "{}"))).filter(([each]) => each !== String(round));
  const all = [...kept.slice(1 - MOST_ROUNDS), [round, [...others, receipt]]];
  wish.keep("receipts", JSON.stringify(Object.fromEntries(all)));
}
