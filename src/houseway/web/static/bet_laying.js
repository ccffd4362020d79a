// A browser's own bets on their way: what goes with one, and what the room says to it, or to taking it back.
import { mine } from "./asking.js";
import { BetSigning, nameRoom } from "./bet_signing.js";
import { laidAfter, takenBack } from "./betting_key.js";
import { commitment, freshNumber, setIn } from "./puzzles.js";
import { isForBet, keepBet, signerFault } from "./receipts.js";
import { _ } from "./words.js";

const MOST_LAID = 4; // numbers that may lie at a table: of a bet that is refused, another lies there still
const MOST_NAME = 100; // letters of a name that are kept
const FAR = 1000; // versions that no answer is ahead of what is shown

/** Milliseconds in which the room answers, and views come: until then what is not seen yet is nobody's fault. */
export const ANSWERED = 10000;

export const isLately = (at) => Date.now() - at >= 0 && Date.now() - at < ANSWERED;

/** By which commitment the wagers of a seat lie there, "" where by none; undefined without wagers, or untold. */
export function liesIn(view, me) {
  if (Object.keys(me.wagers).length === 0) return undefined;
  if (!["sealing", "playing"].includes(view.phase)) return view.phase === "betting" ? me.commit ?? "" : undefined;
  if (!view.numbers) return view.phase === "sealing" ? "" : undefined;
  const seat = view.numbers.seats.find((each) => each.seat === me.number);
  if (seat === undefined) return "";
  return seat.seal === null ? me.commit ?? "" : commitment(seat.seal);
}

export class BetLaying extends BetSigning {
  constructor(table, line, warn) {
    super(table, line);
    this.warn = warn;
    this.next = freshNumber();
    this.asked = null; // when the room was asked to give one's bets back, and has not answered
    this.steady = null; // which bet was acknowledged last, and when it was sent by a clock that nobody sets
    this.done = new Set();
  }

  /** All that goes with a bet: a number for it, of which what is sent now tells nothing, and a signature; null where
   * the table has moved on. */
  async bet(wagers) {
    const { view } = this.line;
    const settings = view === null ? null : setIn(view); // what the table is set to as it is seen
    const number = await this.next;
    const signed = this.signed(wagers, number.commit);
    if (signed === null) return null;
    this.next = freshNumber();
    const { numbers, laid } = this.kept;
    const others = numbers.filter((each, at) => each.commit === laid?.commit || at > numbers.length - MOST_LAID);
    const { key, nth, after, seat } = signed.signed ?? {};
    this.keep({ numbers: [...others, { ...number, key, nth, after, seat, settings }] });
    return { wagers, commit: number.commit, ...signed, begun: Date.now(), since: performance.now() };
  }

  /** The room has acknowledged a bet of this browser, as the entry that its receipt names; one whose round has been, or
   * that a later one has replaced, is acknowledged too late to matter. */
  acknowledged({ wagers, commit, signed, begun, since }, done, view) {
    const { numbers, laid, opened } = this.kept;
    if (signed === undefined) return;
    const now = view?.version ?? 0;
    const version = Number.isSafeInteger(done.version) && done.version <= now + FAR ? done.version : now;
    const { after, key, nth, seat } = signed;
    if (!this.hasReceipt(done, { wagers, commit, signed, begun })) this.warnOfNone();
    if (opened?.commit === commit || !numbers.some((each) => each.commit === commit && !each.shown)) return;
    if (laid?.key === key && laid.nth > nth) return;
    const name = this.line.view && mine(this.line.view)?.name;
    const who = typeof name === "string" ? name.slice(0, MOST_NAME) : undefined;
    this.steady = { commit, since };
    this.keep({ laid: { commit, seat, after, key, nth, version, begun, who, going: this.isGoing(signed) } });
    if (view !== null && view.version >= version) this.take(null, view);
  }

  /** A bet was refused, and the room has its signature: where it lies there after all, the house has laid it. */
  refused({ commit, signed }) {
    const { numbers, refused } = this.kept;
    const others = numbers.filter((each) => each.commit !== commit);
    const { after } = signed ?? {}; // it may be laid until the next round is closed
    this.keep({ numbers: others, refused: [...refused, { commit, after }] });
  }

  wasRefused(lies) {
    return lies !== undefined && this.kept.refused.some(({ commit }) => commit === lies);
  }

  /** Whether an acknowledgement brings a receipt; it is kept from now on. */
  hasReceipt(done, { begun, ...sent }) {
    const good = isForBet(done.receipt, { table: this.table, entry: done.version, ...sent });
    if (!good) return false;
    keepBet(done.receipt);
    const fault = signerFault(done.receipt, begun);
    nameRoom(this.name);
    if (fault) this.once(`signer ${done.receipt.key}`, () => this.warn(fault));
    return true;
  }

  warnOfNone() {
    this.warn(_("The room took your bets without a receipt that holds: take them back, or leave this table."));
  }

  /** Whether what lies at one's seat is this browser's by its number. */
  get isOwn() {
    const { view } = this.line;
    const lies = view && mine(view) ? liesIn(view, mine(view)) : undefined;
    return lies !== undefined && this.kept.numbers.some((each) => each.commit === lies);
  }

  /** What goes with taking one's bets back: a signature, where this browser has signed any since the last round began.
   * Until the room has answered nobody knows whether they lie there. */
  takeBack() {
    const { view } = this.line;
    const hand = view === null ? undefined : this.hand(laidAfter(view), mine(view)?.number);
    if (hand === undefined || view.phase === "playing") return {};
    const { laid } = this.kept;
    if (laid !== null && !laid.gone) this.keep({ laid: { ...laid, going: true } });
    this.asked = Date.now();
    return { own: this.isOwn, signed: this.sign(hand, {}, "") };
  }

  /** They were taken back: what lies there later was laid elsewhere, and is none of this browser's. The room gives no
   * receipt where none of its bets lay there, or its player has got up in their round: they are played. */
  takenBack({ own, signed }, done) {
    const begun = this.asked;
    this.asked = null;
    if (signed === undefined) return this.kept.sealed === null ? this.keep({ laid: null }) : undefined;
    const good = this.hasReceipt(done, { wagers: {}, commit: "", signed, begun });
    const closed = this.opened?.round > signed.after;
    if (!good && own && !closed) this.warnOfNone();
    const back = takenBack(this.kept, signed, done.version);
    this.keep(good || back.laid === undefined ? back : { ...back, laid: null });
  }

  /** Whether the room was asked to take a bet back, by whichever window, before it acknowledged it. */
  isGoing({ after, seat, nth }) {
    const here = this.kept.hands.filter((each) => each.after === after && each.seat === seat);
    return here.some(({ going = [] }) => going.some((each) => each > nth));
  }

  /** The room has not taken them back: they lie there still where it has refused to, whenever it was asked, and else
   * nobody knows. */
  stays({ signed }, refused) {
    this.asked = null;
    if (!refused) return;
    const still = ({ going = [] }) => going.filter((each) => each !== signed?.nth);
    this.keep({ hands: this.kept.hands.map((each) => ({ ...each, going: still(each) })) });
    const { laid } = this.kept;
    this.keep({ laid: laid && { ...laid, going: this.isGoing(laid) } });
  }

  /** Whether the room was asked to give one's bets back just now: what lies there meanwhile says nothing yet. */
  isAsking({ phase }) {
    return this.asked !== null && phase === "betting" && isLately(this.asked);
  }

  /** Do something, or say it, once. */
  async once(what, send) {
    if (this.done.has(what)) return;
    this.done.add(what);
    try {
      await send();
    } catch {
      this.done.delete(what); // another window of the same person was first, or the next view tries again
    }
  }
}
