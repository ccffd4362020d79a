// The player's own number: drawn ahead, committed to with the wager, sealed when bets are closed, opened when all are.
// A bet is signed, so that nobody lays another in its place without a word that convicts them.
import { mine } from "./asking.js";
import { ANSWERED, isLately, liesIn } from "./bet_laying.js";
import { BOUND } from "./betting_key.js";
import { setIn } from "./puzzles.js";
import { Sealing } from "./sealing.js";
import { isView } from "./stream.js";
import { _ } from "./words.js";

export class Numbers extends Sealing {
  constructor(table, line, warn) {
    super(table, line, warn);
    this.look = null; // the next look at a table whose view is behind
    this.stood = false; // whether wagers could lie at one's seat since one sits there
  }

  /** What follows from a view: a seal, an opening, or a warning. */
  take(_before, view) {
    if (!isView(view)) return;
    const me = mine(view);
    this.stood = me !== null && (this.stood || view.phase !== "ended");
    const behind = this.isBehind(view);
    if (behind) this.look ??= setTimeout(() => this.lookAgain(), ANSWERED);
    else this.caughtUp();
    if (!behind && this.isBack(view)) return this.back(me, view);
    if (!behind) this.missed(me, view);
    if (!behind) this.waitedFor(view);
    if (!(view.version <= this.kept.sealed?.version)) this.unserved(me, view);
    if (me === null) return;
    const lies = liesIn(view, me);
    const own = this.kept.numbers.find((each) => each.commit === lies && !each.shown && !this.isBefore(each, view));
    if (own) return this.serve(own, me, view);
    if (!behind) this.compare(lies, me, view);
  }

  /** Whether another window of this browser has seen the table later than this view. */
  isBehind({ version }) {
    const { seen } = this.kept;
    if (version > seen) this.keep({ seen: version });
    return version < seen;
  }

  caughtUp() {
    clearTimeout(this.look);
    this.look = null;
  }

  /** What lies at one's seat where the room, asked anew, still tells the table to be as it was before. A line that is
   * lost tells nothing; a room that does not answer twice, and sends views in between, does. */
  async lookAgain(before = null) {
    const { seen } = this.kept;
    try {
      await this.line.look();
    } catch {
      const { view } = this.line;
      if (before === null || view === before) {
        this.look = setTimeout(() => this.lookAgain(view), ANSWERED);
        return;
      }
    }
    this.look = null;
    const { view } = this.line;
    if (view.version >= seen) return; // it was taken as it came
    const me = mine(view);
    if (this.isBack(view)) return this.back(me, view);
    this.missed(me, view);
    this.waitedFor(view);
    this.unserved(me, view);
    const lies = me === null ? undefined : liesIn(view, me);
    if (me !== null && !this.kept.numbers.some((each) => each.commit === lies)) this.compare(lies, me, view);
  }

  /** Whether a number is of an older bet than lies there by what the room has acknowledged. */
  isBefore({ key, nth }, { version }) {
    const { laid } = this.kept;
    return laid !== null && laid.key === key && version >= laid.version && nth < laid.nth;
  }

  /** The table is told to stand before a round that was closed with one's number: somebody who did not like what it
   * gave would begin another. */
  back(me, view) {
    const { commit, round } = this.opened;
    const told = _(
      "Round %(round)s was dealt with your number, and now this table is told to be before it: do not bet here.",
      { round },
    );
    this.once(`back ${round} ${view.round}`, () => this.warn(told));
    const plays = me !== null && ["playing", "ended"].includes(view.phase) && Object.keys(me.wagers).length > 0;
    if (plays) this.note(view, { commit, closing: null, again: true });
  }

  /** Whether a number lies in another round than its bet was laid for: it is told after which that is, and rounds only
   * go up. */
  isElsewhere({ after }, view) {
    if (after === undefined || !["sealing", "playing"].includes(view.phase)) return false;
    return view.after !== after || (view.phase === "playing" && !(view.round > after));
  }

  elsewhere({ commit, after }, view) {
    const told = _("Your bet was laid after round %(after)s, and this round is told to be another.", { after });
    this.once(`elsewhere ${commit}`, () => this.warn(told));
    if (view.phase === "playing") this.note(view, { commit, closing: null });
  }

  /** One's own number lies there. */
  serve(own, me, view) {
    if (this.isElsewhere(own, view)) return this.elsewhere(own, view);
    this.compareSettings(own, view);
    const seat = view.numbers?.seats.find((each) => each.seat === me.number);
    if (view.phase === "sealing" && seat.seal === null) this.seal(own, seat, view);
    else if (view.phase === "playing" && this.isBack(view)) this.back(me, view); // behind or not: it was opened before
    else if (view.phase === "playing") this.open(own, seat, view);
  }

  /** While a bet lies the table stays set as it was: whatever it is told to be later, what was seen then counts. */
  compareSettings({ commit, settings }, view) {
    if ((settings ?? null) === null || settings === setIn(view)) return;
    this.warnOnce(`set ${commit}`, _("The table is not set any more as it was when you bet."));
  }

  /** Another bet of one's own lies there than the one that this browser had acknowledged. It is the house's for certain
   * while that one binds the seat; later it may be one from another device. */
  compare(lies, me, view) {
    const { laid, numbers } = this.kept;
    if (this.wasRefused(lies)) return this.other(lies, view, { again: false });
    if (this.isAsking(view) || Object.keys(me.wagers).length === 0) return;
    if (laid === null || laid.gone) this.unanswered(lies, me, view);
    if (laid === null || laid.seat !== me.number) return;
    const begun = ["playing", "ended"].includes(view.phase);
    const early = view.version < laid.version;
    const older = view.after < laid.after || (view.after === laid.after && !begun);
    if (early && older && isLately(laid.begun)) return; // this view is
    const here = view.after <= laid.after; // no round can have come before
    const again = numbers.some((each) => each.commit === lies && each.shown < view.version);
    if ((lies === laid.commit && !again) || (lies === undefined && !begun)) return;
    const ended = view.phase === "ended" && !this.stood;
    const found = ended && this.kept.sealed?.commit === laid.commit; // and her seat left, while this page slept
    const certain = again || (here && (begun || !early) && !found && this.binds(laid, lies));
    if (laid.gone && !certain) return begun ? this.keep({ laid: null }) : undefined;
    if (!certain && ended && !(here && laid.going)) return;
    this.other(lies, view, certain ? { again } : { doubt: true });
  }

  /** A bet of this browser was sent, nobody has answered, and another is played: it may be one from another device. */
  unanswered(lies, { number }, view) {
    const begun = ["sealing", "playing"].includes(view.phase);
    const sent = this.kept.numbers.findLast((each) =>
      !each.shown && each.seat === number && each.after === view.after && each.commit !== lies
    );
    if (begun && lies !== undefined && sent !== undefined) this.other(lies, view, { doubt: true, commit: sent.commit });
  }

  /** Another bet lies there, or is played. */
  other(lies, view, how) {
    if (["playing", "ended"].includes(view.phase)) return this.begun(lies, view, how);
    const told = how.doubt
      ? _("Your seat has another bet than this browser's: if you have not bet from another device, take it back.")
      : _("The number that came with your bets is not with them: it was left out, or another was put in its place.");
    this.once(`other ${how.commit ?? this.kept.laid?.commit} ${lies} ${how.doubt}`, () => this.warn(told));
  }

  /** Nobody gets up without this browser while a bet of it binds the seat. */
  missed(me, view) {
    const { laid } = this.kept;
    if (laid === null || laid.gone || this.isAsking(view) || me?.number === laid.seat || !this.binds(laid)) return;
    if (view.phase === "ended" || view.closed || view.after > laid.after) return;
    if (view.version < laid.version && isLately(laid.begun)) return; // this view is older
    const { name, wagers = {} } = view.seats.find(({ number }) => number === laid.seat) ?? {};
    if (view.phase === "playing" && Object.keys(wagers).length === 0) return; // a round without it binds nothing
    // who is signed out sits there still, and who has got up in the round plays it
    if (name === laid.who && (me?.name !== laid.who || view.phase === "playing")) return;
    this.once(
      `up ${laid.commit}`,
      () => this.warn(_("You are told to have got up: while your bets lie, only this browser can do that.")),
    );
  }

  /** Whether nobody else can have laid what lies there: a bet of this browser keeps it out, or had been taken back. */
  binds({ commit, gone, going, begun }, lies) {
    const steady = this.steady?.commit === commit ? performance.now() - this.steady.since : 0;
    const since = Math.max(Date.now() - begun, steady); // the first is too little where the clock was set back
    if (Date.now() < begun) return false;
    return gone ? gone.includes(lies) : !going && since < BOUND;
  }

  /** The round goes on without the number of this browser, for certain or as far as it can tell. */
  begun(lies, view, how) {
    const { laid, sealed, refused } = this.kept;
    const commit = how.commit ?? (laid?.commit || (this.wasRefused(lies) ? lies : ""));
    this.keep({ laid: null, refused: refused.filter((each) => each.commit !== lies) });
    if (commit) this.note(view, { ...how, commit, closing: null });
    if (!how.doubt) this.warn(_("This round began without the number that came with your bets."));
    else if (lies !== undefined || sealed === null) {
      this.warn(
        _(
          "Your seat had another bet: if you have not bet from another device, your browser's number was left out.",
        ),
      );
    }
  }
}
