// The payouts of a round, as far as they can be judged without its rules, as `houseway.verifier` judges them.
import { knows } from "./claims.js";
import { _, word } from "./words.js";

/** An amount as records tell it, as in 12.50, in cents. */
const cents = (told) => Number(String(told).replace(".", ""));

/** Cents by seat and wager: what was laid before the deal, and what a decision added. */
function madeIn({ seat: seats, entries }) {
  const made = new Map(seats.map(({ number, wagers }) => [
    number,
    new Map(Object.entries(wagers ?? {}).map(([wager, told]) => [wager, cents(told)])),
  ]));
  for (const { seat, wager, cents: more } of entries) {
    if (more) made.get(seat).set(wager, (made.get(seat).get(wager) ?? 0) + more);
  }
  return made;
}

/** The most that a seat can have staked of this: a choice, as to double or to split, adds at most as much once more. */
const atMost = ({ entries }, number, laid) =>
  laid * (1 + entries.filter((entry) => entry.seat === number && "choose" in entry).length);

/** What is wrong with the stakes: payouts are of wagers that the round has, of all that was laid, and of no more. */
function stakeFault(record) {
  const { seat: seats, payouts, signed } = record;
  const made = madeIn(record);
  for (const { number, wagers } of seats) {
    const own = payouts.filter(({ seat }) => seat === number);
    if (wagers === undefined && signed !== undefined) {
      return _("seat %(number)s: what was laid there is left out", { number });
    }
    if (wagers === undefined) continue; // of an older time
    const other = own.find((each) =>
      (each.stake_cents !== 0 || each.returned_cents !== 0) && !made.get(number).has(each.wager)
    );
    if (other !== undefined) {
      const at = { seat: number, wager: word(other.wager) };
      return _("seat %(seat)s, %(wager)s: a stake or a return is told, and the round has no such wager", at);
    }
    for (const [wager, laid] of made.get(number)) {
      const at = { seat: number, wager: word(wager) };
      const staked = own.filter((each) => each.wager === wager).reduce((sum, each) => sum + each.stake_cents, 0);
      if (staked < (Object.hasOwn(wagers, wager) ? cents(wagers[wager]) : 0)) {
        return _("seat %(seat)s, %(wager)s: more was laid than its payouts tell of", at);
      }
      if (staked > atMost(record, number, laid)) {
        return _("seat %(seat)s, %(wager)s: its payouts tell of a higher stake than was laid and added", at);
      }
    }
  }
  return "";
}

/** What is wrong with the payouts: who is paid is in the round, and gained what came back less the stake. */
export function payoutFault(record) {
  const { game, seat: seats, payouts } = record;
  const numbers = seats.map(({ number }) => number);
  for (const { seat, wager, cents, returned_cents: returned, stake_cents: stake } of payouts) {
    const at = { seat, wager: word(wager) };
    if (!numbers.includes(seat)) return _("seat %(seat)s is paid for %(wager)s, and is not in the round", at);
    if (![cents, returned, stake].every(Number.isSafeInteger) || cents !== returned - stake) {
      return _("seat %(seat)s, %(wager)s: what it gained is not what came back less its stake", at);
    }
    if (returned < 0) return _("seat %(seat)s, %(wager)s: less than nothing is told to have come back", at);
  }
  return knows(game) ? stakeFault(record) : "";
}
