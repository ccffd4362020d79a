// The key of this browser for its bets before one round: while one lies, nobody without it lays another in its place.
import { keyOf } from "./ed25519.js";
import { bytes, hex } from "./sha256.js";
import { canonical } from "./signed.js";

/** Milliseconds for which a signed bet has kept every other out of its seat, unless its key has taken it back: a room
 * keeps them out for five minutes, less what clocks may be set right by. */
export const BOUND = 290000;

export const freshSecret = () => hex(crypto.getRandomValues(new Uint8Array(32)));

/** The round after which a bet is laid that is laid now; 0 for the first of its table. */
export const laidAfter = (view) => view.phase === "ended" ? view.round : view.after;

/** The next number of a key: higher than any before, also where a browser has forgotten the last ones. */
export const nextOf = (nth) => Math.max(nth + 1, Date.now());

/** What goes with a bet as `signed`, or, without wagers, with what takes it back. */
export function signBet(secret, { table, seat, after, nth, wagers, commit }) {
  const { open, sign } = keyOf(bytes(secret));
  const told = canonical({ table, seat, after, nth, wagers, commit });
  const signature = sign(new TextEncoder().encode(`houseway bet\n${told}`));
  return { after, key: hex(open), nth, seat, signature: hex(signature) };
}

/** What is kept of a table when its bets were taken back by this signature: what lies there later was laid elsewhere,
 * but for what another window has laid since. */
export function takenBack({ laid, numbers }, { after, key, nth, seat }, version) {
  if (laid?.key === key && laid.nth > nth) return {};
  const later = numbers.filter((each) => each.key === key && each.nth > nth);
  const gone = [...laid?.gone ?? [], ...numbers.filter((each) => !later.includes(each)).map((each) => each.commit)];
  return { numbers: later, laid: { commit: "", seat, after, key, nth, version, gone } };
}
