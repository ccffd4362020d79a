// The key of this browser for its bets before one round: while one lies, nobody without it lays another in its place.
import { keyOf } from "./ed25519.js";
import { bytes, hex } from "./sha256.js";
import { canonical, isSigned } from "./signed.js";

/** Milliseconds for which a signed bet has kept every other out of its seat, unless its key has taken it back: a room
 * keeps them out for five minutes, less what clocks may be set right by. */
export const BOUND = 290000;

export const freshSecret = () => hex(crypto.getRandomValues(new Uint8Array(32)));

/** The round after which a bet is laid that is laid now; 0 for the first of its table. */
export const laidAfter = (view) => view.phase === "ended" ? view.round : view.after;

/** What goes with a bet as `signed`, or, without wagers, with what takes it back. */
export function signBet(secret, { table, seat, after, nth, wagers, commit }) {
  const { open, sign } = keyOf(bytes(secret));
  const told = canonical({ table, seat, after, nth, wagers, commit });
  const signature = sign(new TextEncoder().encode(`houseway bet\n${told}`));
  return { after, key: hex(open), nth, seat, signature: hex(signature) };
}

/** Whether a receipt is the room's for this bet, as this entry of the table's journal. */
export function isReceipt(receipt, { table, entry, wagers, commit, signed }) {
  const { key, signature, ...told } = receipt ?? {};
  const { signature: _mine, ...bet } = signed;
  const right = { table, entry, at: told.at, bet: { ...bet, wagers, commit } };
  return Number.isSafeInteger(entry) && typeof told.at === "string" && canonical(told) === canonical(right) &&
    isSigned("receipt", told, { key, signature });
}
