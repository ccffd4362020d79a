// The payouts of a round, as far as they can be judged without its rules, as `houseway.verifier` judges them.
import { knows } from "./claims.js";
import { _, word } from "./words.js";

/** An amount as records tell it, as in 12.50, in cents. */
const cents = (told) => Number(String(told).replace(".", ""));

/** What is wrong with the stakes: payouts are of wagers that the round has, and of all that was laid. */
function stakeFault({ seat: seats, entries, payouts }) {
  const made = new Map(seats.map(({ number, wagers }) => [number, new Set(Object.keys(wagers ?? {}))]));
  for (const { seat, wager, cents: more } of entries) if (more) made.get(seat)?.add(wager);
  const staked = new Map(seats.map(({ number }) => [number, new Map()]));
  for (const { seat, wager, stake_cents: stake } of payouts) {
    const before = staked.get(seat);
    before.set(wager, (before.get(wager) ?? 0) + stake);
  }
  for (const { number, wagers } of seats.filter((each) => each.wagers !== undefined)) {
    const told = [...staked.get(number)];
    const other = told.find(([wager, stake]) => stake !== 0 && !made.get(number).has(wager));
    if (other !== undefined) {
      const at = { seat: number, wager: word(other[0]) };
      return _("seat %(seat)s, %(wager)s: a stake is told, and the round has no such wager", at);
    }
    const less = Object.keys(wagers).find((wager) => (staked.get(number).get(wager) ?? 0) < cents(wagers[wager]));
    if (less !== undefined) {
      return _("seat %(seat)s, %(wager)s: more was laid than its payouts tell of", { seat: number, wager: word(less) });
    }
  }
  return "";
}

/** What is wrong with the payouts: who is paid is in the round, and gained what came back less the stake. */
export function payoutFault(record) {
  const { game, seat: seats, payouts } = record;
  if (!Array.isArray(payouts)) return _("it does not tell what was paid");
  const numbers = seats.map(({ number }) => number);
  for (const { seat, wager, cents, returned_cents: returned, stake_cents: stake } of payouts) {
    const at = { seat, wager: word(wager) };
    if (!numbers.includes(seat)) return _("seat %(seat)s is paid for %(wager)s, and is not in the round", at);
    if (![cents, returned, stake].every(Number.isSafeInteger) || cents !== returned - stake) {
      return _("seat %(seat)s, %(wager)s: what it gained is not what came back less its stake", at);
    }
  }
  return knows(game) ? stakeFault(record) : "";
}
