// The player's own number: drawn ahead, committed to with the wager, sealed when bets are closed, opened when all are.
import { mine } from "./asking.js";
import { wish } from "./base.js";
import { closing, commitment, freshNumber, setIn, TURNS } from "./puzzles.js";
import { _ } from "./words.js";

/** Milliseconds from one's own seal to the last: in more, somebody might have found one's number. */
const SOON = 3000;

const MOST_KEPT = 300;
const MOST_LAID = 4; // numbers that may lie at a table: of a bet that is refused, another lies there still
const MOST_SEEN = 32; // versions of a table
const MOST_SERVED = 8; // numbers whose round is remembered
const FAR = 1000; // versions that no answer is ahead of what is shown

const NOBODY = { numbers: [], laid: null, sealed: null, round: 0, before: 0, served: [] };

/** By which commitment the wagers of a seat lie there, "" where by none; undefined without wagers, or untold. */
export function liesIn(view, me) {
  if (Object.keys(me.wagers).length === 0) return undefined;
  if (!["sealing", "playing"].includes(view.phase)) return view.phase === "betting" ? me.commit ?? "" : undefined;
  if (!view.numbers) return view.phase === "sealing" ? "" : undefined;
  const seat = view.numbers.seats.find((each) => each.seat === me.number);
  if (seat === undefined) return "";
  return seat.seal === null ? me.commit ?? "" : commitment(seat.seal);
}

export class Numbers {
  constructor(table, line, warn) {
    Object.assign(this, { name: `number.${table}`, line, warn });
    this.next = freshNumber();
    this.sent = null; // when one's own seal was sent
    this.settings = null; // what the table was set to when one's wager lay there
    this.stood = false; // whether wagers could lie at one's seat since one sits there
    this.done = new Set();
    this.seen = new Map(); // by version of the table: its phase, and the commitment that one's wagers lay there by
  }

  /** Numbers of this browser that serve no round yet, its last bet that was acknowledged, and what it has sealed. */
  get kept() {
    const kept = JSON.parse(wish.read(this.name, "null"));
    if (kept === null || "numbers" in kept) return kept ?? NOBODY;
    const { commit, commits, settings, used } = kept; // as pages kept it before
    const laid = { commit, version: 0, other: null };
    return used ? NOBODY : { numbers: [kept], laid, sealed: commits ? { commit, commits, settings } : null };
  }

  keep(changed) {
    wish.keep(this.name, JSON.stringify({ ...this.kept, ...changed }));
  }

  /** A number for the next wager: what is sent of it now tells nothing. */
  async commit() {
    const number = await this.next;
    this.next = freshNumber();
    const { numbers, laid, round } = this.kept;
    const others = numbers.filter((each, at) => each.commit === laid?.commit || at > numbers.length - MOST_LAID);
    this.keep({ numbers: [...others, number], before: round ?? 0 });
    return number.commit;
  }

  /** The room has acknowledged a bet with this commitment, by the version that came of it; one whose round has been, or
   * that a later one has replaced, is acknowledged too late to matter. */
  acknowledged(commit, told, view) {
    const { numbers, laid, before } = this.kept;
    const now = view?.version ?? 0;
    const version = Number.isSafeInteger(told) && told <= now + FAR ? told : now;
    if (!numbers.some((each) => each.commit === commit && !each.shown) || laid?.version > version) return;
    const seat = (view && mine(view)?.number) ?? null;
    this.keep({ laid: { commit, version, seat, round: before, other: null } });
    if (view !== null && view.version >= version) this.take(null, view);
  }

  /** One's wagers were taken back here: what lies there later was laid elsewhere. */
  takenBack() {
    this.keep({ laid: null });
  }

  /** What follows from a view: a seal, an opening, or a warning. */
  take(_before, view) {
    const me = mine(view);
    this.stood = me !== null && (this.stood || view.phase !== "ended");
    if (view.round > (this.kept.round ?? 0)) this.keep({ round: view.round });
    if (me === null) return;
    const lies = liesIn(view, me);
    this.seen.set(view.version, { phase: view.phase, lies });
    if (this.seen.size > MOST_SEEN) this.seen.delete(Math.min(...this.seen.keys()));
    const { sealed } = this.kept;
    if (view.phase === "betting" && sealed && !(view.version <= sealed.version)) this.resume(sealed, view.version);
    const own = this.kept.numbers.find((each) => each.commit === lies && !each.shown);
    if (view.phase === "betting") this.settings = own ? setIn(view) : null;
    if (own) return this.serve(own, me, view);
    this.compare(lies, me, view);
  }

  /** Bets are open again, and the round that was sealed for was not begun: what was shown for it serves no other. */
  resume({ commit }, version) {
    const numbers = this.kept.numbers.map((each) => each.commit === commit ? { ...each, shown: version } : each);
    this.keep({ numbers, sealed: null });
  }

  /** One's own number lies there. */
  serve(own, me, view) {
    const seat = view.numbers?.seats.find((each) => each.seat === me.number);
    if (view.phase === "sealing" && seat.seal === null) this.seal(own, view);
    else if (view.phase === "playing" && view.numbers.all) this.open(own, seat, view);
  }

  /** Another bet of one's own lies there than the one that this browser had acknowledged: one from another device, or
   * the house's. It is the house's for certain where the version that came of ours shows it, and where it came with
   * what closed bets or began the round: neither lays a bet. */
  compare(lies, me, view) {
    const { laid } = this.kept;
    const begun = ["playing", "ended"].includes(view.phase);
    if (laid === null || Object.keys(me.wagers).length === 0 || (laid.seat ?? me.number) !== me.number) return;
    if (
      (this.kept.served ?? []).some(([commit, round]) => [commit, undefined].includes(lies) && round === view.round)
    ) return;
    const early = view.version < laid.version; // than the answer says, which is the house's word
    if (view.phase === "ended" ? early || !this.stood : early && !(begun && view.round > laid.round)) return;
    const again = this.kept.numbers.some((each) => each.commit === lies && each.shown < view.version);
    if ((lies === laid.commit && !again) || (lies === undefined && !begun)) return;
    const certain = again || !early && this.isSwapped(laid, lies, me, view);
    if (begun) return this.begun(lies, view, certain ? { again } : { doubt: true });
    this.keep({ laid: { ...laid, other: certain ? lies : null } });
    const told = certain
      ? _("The number that came with your bets is not with them: it was left out, or another was put in its place.")
      : _("Your seat has another bet than this browser's: if you have not bet from another device, take it back.");
    this.once(`other ${laid.commit} ${lies} ${certain}`, () => this.warn(told));
  }

  /** Whether the wagers lie by another commitment as none of one's own devices can have laid them. */
  isSwapped({ version, other }, lies, me, view) {
    const ours = (each) => each !== undefined && this.kept.numbers.some(({ commit }) => commit === each);
    const shown = [this.seen.get(version)?.lies ?? null, other].filter((each) => each !== null && !ours(each));
    if (shown.length > 0 && (lies === undefined || shown.includes(lies))) return true;
    if (lies !== undefined && ours(me.commit)) return true; // told to lie there, and not among the numbers
    const before = this.seen.get(view.version - 1);
    return view.phase !== "betting" && ["betting", "sealing"].includes(before?.phase) && ours(before.lies);
  }

  /** The round goes on without the number of this browser, for certain or as far as it can tell. */
  begun(lies, view, how) {
    const { laid, sealed } = this.kept;
    this.keep({ laid: null });
    this.note(view, { commit: laid.commit, closing: null, ...how });
    if (!how.doubt) this.warn(_("This round began without the number that came with your bets."));
    else if (lies !== undefined || sealed === null) {
      this.warn(
        _(
          "Your seat had another bet: if you have not bet from another device, your browser's number was left out.",
        ),
      );
    }
  }

  seal(own, view) {
    if (view.numbers.turns !== TURNS) {
      this.warn(
        _("The numbers of this round are squared %(turns)s times, and not as often as they must be.", view.numbers),
      );
    }
    this.once(`seal ${own.commit}`, () => {
      this.sent = performance.now();
      const committed = view.seats.filter((each) => each.commit).map((each) => [each.number, each.commit]);
      const commits = Object.fromEntries(committed);
      // kept, so that a page that is loaded again knows what all had committed to when this number was sealed
      this.keep({ sealed: { commit: own.commit, version: view.version, commits, settings: this.settings } });
      return this.line.act("seal", own.seal);
    });
  }

  open(own, seat, view) {
    const { sealed } = this.kept;
    if (seat.open || sealed?.commit !== own.commit) return;
    this.once(`open ${own.commit}`, () => {
      const told = view.numbers.seats.map((each) => [each.seat, commitment(each.seal)]);
      const commits = Object.fromEntries(told.map(([each]) => [each, sealed.commits[each]]));
      const same = told.every(([each, commit]) => commit === commits[each]);
      const took = this.sent === null ? 0 : performance.now() - this.sent;
      if (took > SOON) {
        this.warn(
          _("The last number was sealed %(num)s s after yours: time enough to have found yours.", {
            num: Math.round(took / 1000),
          }),
        );
      }
      const settings = setIn(view);
      const before = this.settings ?? sealed.settings ?? null;
      if (before !== null && before !== settings) {
        this.warn(_("The table is not set any more as it was when you bet."));
      }
      const position = view.shoe.size - view.shoe.left;
      const shoe = { ...view.shoe, round: view.round, position, settings };
      const laid = view.seats.filter((each) => Object.keys(each.wagers).length);
      const closed = closing(shoe, laid.map((each) => [each.number, each.wagers]), commits);
      this.keep({ laid: null });
      this.note(view, { commit: own.commit, closing: closed });
      if (!same) {
        this.warn(_("A number is not the one that was committed to before yours was sealed: yours is not opened."));
        return this.spend(own, view);
      }
      return this.line.act("open", { factor: own.factor }).then(() => this.spend(own, view));
    });
  }

  /** A number serves one round. */
  spend({ commit }, { round }) {
    const { numbers, laid, served = [] } = this.kept;
    const others = numbers.filter((each) => each.commit !== commit);
    const rounds = [...served, [commit, round]].slice(-MOST_SERVED);
    this.keep({ numbers: others, laid: laid?.commit === commit ? null : laid, sealed: null, served: rounds });
  }

  /** The proof page compares the record of the round with what was committed to, and with how it was closed. */
  note({ round }, noted) {
    const kept = Object.entries(JSON.parse(wish.read("commits", "{}"))).slice(-MOST_KEPT);
    const before = Object.fromEntries(kept)[round];
    if (before?.closing && noted.doubt) return;
    if (before?.closing && before.commit !== noted.commit) {
      this.warn(_("Round %(round)s was closed before, otherwise: the room was set back, or is another.", { round }));
    }
    if (before?.closing && !noted.closing) return;
    wish.keep("commits", JSON.stringify(Object.fromEntries([...kept, [round, noted]])));
  }

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
