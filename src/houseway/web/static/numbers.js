// The player's own number: drawn ahead, committed to with the wager, sealed when bets are closed, opened when all are.
// A bet is signed, so that nobody lays another in its place without a word that convicts them.
import { mine } from "./asking.js";
import { wish } from "./base.js";
import { ANSWERED, BetLaying, isLately, liesIn } from "./bet_laying.js";
import { BOUND } from "./betting_key.js";
import { closing, commitment, setIn, TURNS } from "./puzzles.js";
import { _ } from "./words.js";

/** Milliseconds from one's own seal to the last: in more, somebody might have found one's number. */
const SOON = 3000;

const MOST_KEPT = 300;

export class Numbers extends BetLaying {
  constructor(table, line, warn) {
    super(table, line, warn);
    this.sent = null; // when one's own seal was sent
    this.settings = null; // what the table was set to when one's wager lay there
    this.look = null; // the next look at a table whose view is behind
    this.stood = false; // whether wagers could lie at one's seat since one sits there
  }

  /** What follows from a view: a seal, an opening, or a warning. */
  take(_before, view) {
    const me = mine(view);
    this.stood = me !== null && (this.stood || view.phase !== "ended");
    const behind = this.isBehind(view);
    if (behind) this.look ??= setTimeout(() => this.lookAgain(), ANSWERED);
    else if (this.isBack(view)) return this.back(me, view);
    else this.missed(me, view);
    if (me === null) return;
    const lies = liesIn(view, me);
    const { sealed, numbers } = this.kept;
    if (sealed && view.phase === "playing" && lies === undefined) this.late(sealed, view);
    if (view.phase === "betting" && sealed && !(view.version <= sealed.version)) this.resume(sealed, view);
    const own = numbers.find((each) => each.commit === lies && !each.shown && !this.isBefore(each, view));
    if (view.phase === "betting") this.settings = own ? setIn(view) : null;
    if (own) return this.serve(own, me, view);
    if (!behind) this.compare(lies, me, view);
  }

  /** Whether another window of this browser has seen the table later than this view. */
  isBehind({ version }) {
    const { seen } = this.kept;
    if (version > seen) this.keep({ seen: version });
    return version < seen;
  }

  /** What lies at one's seat where the table is still told to be as it was before. */
  lookAgain() {
    this.look = null;
    const { view } = this.line;
    const me = mine(view);
    if (this.isBack(view)) return this.back(me, view);
    this.missed(me, view);
    const lies = me === null ? undefined : liesIn(view, me);
    if (me !== null && !this.kept.numbers.some((each) => each.commit === lies)) this.compare(lies, me, view);
  }

  /** Whether a number is of an older bet than lies there by what the room has acknowledged. */
  isBefore({ key, nth }, { version }) {
    const { laid } = this.kept;
    return laid !== null && laid.key === key && version >= laid.version && nth < laid.nth;
  }

  /** Bets are open again, and the round that was sealed for was not begun: what was shown for it serves no other. */
  resume(sealed, { version, after }) {
    this.late(sealed, { after });
    const { commit } = sealed;
    const numbers = this.kept.numbers.map((each) => each.commit === commit ? { ...each, shown: version } : each);
    this.keep({ numbers, sealed: null });
  }

  /** A number that was sealed long enough to be found is not in the round: its deal may have been known before. */
  late({ commit, after: before }, { after }) {
    const took = this.sent === null || before !== after ? 0 : performance.now() - this.sent;
    if (took <= SOON) return;
    const told = _(
      "Your number had been sealed for %(num)s s when the round was not dealt with it: time enough to find it.",
      { num: Math.round(took / 1000) },
    );
    this.once(`late ${commit}`, () => this.warn(told));
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
    const seat = view.numbers?.seats.find((each) => each.seat === me.number);
    if (view.phase === "sealing" && seat.seal === null) this.seal(own, view);
    else if (view.phase === "playing" && view.numbers.all) this.open(own, seat, view);
  }

  /** Another bet of one's own lies there than the one that this browser had acknowledged. It is the house's for certain
   * while that one binds the seat; later it may be one from another device. */
  compare(lies, me, view) {
    const { laid, numbers, refused } = this.kept;
    if (refused.includes(lies)) return this.other(lies, view, { again: false });
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
    const certain = again || (here && (begun || !early) && this.binds(laid, lies));
    if (laid.gone && !certain) return begun ? this.keep({ laid: null }) : undefined;
    if (!certain && view.phase === "ended" && !this.stood && !(here && laid.going)) return;
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
    if (name === laid.who && me?.name !== laid.who) return; // who is signed out sits there still
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
    this.keep({ laid: null, refused: refused.filter((each) => each !== lies) });
    const commit = how.commit ?? (laid?.commit || (refused.includes(lies) ? lies : ""));
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
      const { version, after } = view; // the round that the bet was laid for
      this.keep({ sealed: { commit: own.commit, version, after, commits, settings: this.settings } });
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
      this.close(view, own.commit);
      this.note(view, { commit: own.commit, closing: closed });
      if (!same) {
        this.warn(_("A number is not the one that was committed to before yours was sealed: yours is not opened."));
        return this.spend(own);
      }
      return this.line.act("open", { factor: own.factor }).then(() => this.spend(own));
    });
  }

  /** A number serves one round. */
  spend({ commit }) {
    const { numbers, laid } = this.kept;
    const others = numbers.filter((each) => each.commit !== commit);
    this.keep({ numbers: others, laid: laid?.commit === commit ? null : laid, sealed: null });
  }

  /** The proof page compares the record of the round with what was committed to, and with how it was closed. */
  note({ round }, noted) {
    const kept = Object.entries(JSON.parse(wish.read("commits", "{}"))).slice(-MOST_KEPT);
    const before = Object.fromEntries(kept)[round];
    if (before && !before.doubt && noted.doubt) return;
    if (before?.closing && before.commit !== noted.commit) {
      this.warn(_("Round %(round)s was closed before, otherwise: the room was set back, or is another.", { round }));
    }
    if (before?.closing && !noted.closing) return;
    wish.keep("commits", JSON.stringify(Object.fromEntries([...kept, [round, noted]])));
  }
}
