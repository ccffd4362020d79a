// A round from its seal to its opening: what this browser fixes of it before it shows its number, and holds it to.
// A seal is one fact of a round of a table, and so is the closing: noted before it is sent, later only sent again.
import { BetLaying, liesIn } from "./bet_laying.js";
import { noteOut, noteRound, noteSeal, roundNoted } from "./noted.js";
import { closing, commitment, setIn, TURNS } from "./puzzles.js";
import { _ } from "./words.js";

/** Milliseconds from one's own seal to the last: in more, somebody might have found one's number. */
const SOON = 3000;

/** Letters of what is noted at a seal: a house that told more would leave no room for what is noted later. */
const MOST_SEEN = 20000;

/** What each seat has committed to. */
const committedIn = ({ seats }) =>
  Object.fromEntries(seats.filter((each) => each.commit).map((each) => [each.number, each.commit]));

/** What a round is dealt from and by, as it stands when bets are closed. */
const dealtFrom = ({ shoe: { root, cut, gone }, ...view }) => ({ root, cut: cut ?? 0, gone, settings: setIn(view) });

/** All that is fixed when a round begins, as one hash: with the numbers that were committed to before one's own was
 * sealed; null where what is shown is no round. */
function closingOf(view, sealed) {
  try {
    const commits = Object.fromEntries(view.numbers.seats.map(({ seat }) => [seat, sealed.commits[seat]]));
    const position = view.shoe.size - view.shoe.left;
    const shoe = { ...view.shoe, round: view.round, position, settings: setIn(view) };
    const laid = view.seats.filter((each) => Object.keys(each.wagers).length);
    return closing(shoe, laid.map((each) => [each.number, each.wagers]), commits);
  } catch {
    return null;
  }
}

export class Sealing extends BetLaying {
  constructor(table, line, warn) {
    super(table, line, warn);
    this.sent = null; // which number was sealed last, and when by a clock that nobody sets
  }

  warnOnce(what, told) {
    this.once(what, () => this.warn(told));
  }

  /** Milliseconds since a number was sealed first: whatever happened to that seal, it may have been read then. The
   * clock that is set counts for a page that has not sent the seal itself. */
  sealedFor({ commit, at = Date.now() }) {
    return this.sent?.commit === commit ? performance.now() - this.sent.since : Date.now() - at;
  }

  /** Bets are closed, and one's own seal is not there: it is fixed with all that is true now, or sent again. */
  seal(own, { seat }, view) {
    if (view.numbers.turns !== TURNS) {
      this.warnOnce(
        `turns ${own.commit}`,
        _("The numbers of this round are squared %(turns)s times, and not as often as they must be.", view.numbers),
      );
    }
    const { sealed } = this.kept;
    const commits = committedIn(view);
    if (sealed === null || sealed.after !== view.after) {
      if (!this.fix(own, seat, view, commits)) return;
    } else if (view.version < sealed.version) return; // this window is behind the one that sealed it
    else if (sealed.commit !== own.commit || !this.isAsSealed(commits)) return this.otherwise();
    this.once(`seal ${own.commit}`, () => this.line.act("seal", own.seal));
  }

  /** Kept before it is sent, so that neither what all had committed to nor the moment is ever another: not where the
   * room refuses the seal, and not for a page that is loaded again. */
  fix({ commit }, seat, view, commits) {
    const { version, after } = view;
    const seen = { commits, ...dealtFrom(view) };
    if (JSON.stringify(seen).length > MOST_SEEN) return false;
    noteSeal(commit, seen); // first of all: a view that is none stops here, and nothing is sealed
    this.sent = { commit, since: performance.now() };
    this.keep({ sealed: { commit, seat, version, after, commits, at: Date.now() } });
    return true;
  }

  /** Whether these commitments are among those that stood there when one's own number was sealed: bets are closed, so
   * none comes and none changes; who gets up takes one away. */
  isAsSealed(commits) {
    const { sealed } = this.kept;
    return !sealed.otherwise && Object.entries(commits).every(([seat, commit]) => sealed.commits[seat] === commit);
  }

  /** What stands there now was chosen after one's number could be read: nothing is sealed or opened by it, and a record
   * that tells it fits neither the note of the seal nor the closing. */
  otherwise() {
    const { sealed } = this.kept;
    this.keep({ sealed: { ...sealed, otherwise: true } });
    this.warnOnce(
      `otherwise ${sealed.commit}`,
      _("Your number was sealed for this round when other numbers were committed to: it is not played as it was."),
    );
  }

  /** All numbers are sealed: how the round is closed is noted, once, and one's own number is opened for that. */
  open(own, seat, view) {
    const { sealed } = this.kept;
    if (sealed === null || (sealed.commit !== own.commit && sealed.after !== view.after)) return;
    if (sealed.commit !== own.commit) this.otherwise();
    const { commit, otherwise } = this.kept.sealed;
    const first = this.kept.opened?.commit !== commit;
    const closed = closingOf(view, sealed);
    const took = first && closed !== null ? Math.max(0, this.sealedFor(sealed)) : 0;
    const late = took > SOON ? { late: Math.round(took / 1000) } : {}; // the page of the proof says it, too
    this.close(view, commit);
    if (!this.note(view, { commit, closing: closed, ...late }) || otherwise) return;
    if (took > SOON) this.lateSeals(view, late.late);
    if (closed === null || view.numbers.seats.some((each) => commitment(each.seal) !== sealed.commits[each.seat])) {
      this.warnOnce(
        `swapped ${commit}`,
        _("A number is not the one that was committed to before yours was sealed: yours is not opened."),
      );
      return this.spend(own);
    }
    if (!seat.open) {
      this.once(`open ${commit}`, () => this.line.act("open", { factor: own.factor }).then(() => this.spend(own)));
    }
  }

  lateSeals({ round }, num) {
    this.warn(
      _(
        "In round %(round)s the last number came %(num)s s after yours was sealed: time enough to have found yours.",
        { round, num },
      ),
    );
  }

  /** A number serves one round. */
  spend({ commit }) {
    const { numbers, laid } = this.kept;
    const others = numbers.filter((each) => each.commit !== commit);
    this.keep({ numbers: others, laid: laid?.commit === commit ? null : laid, sealed: null });
  }

  /** A number was sealed, and its round is told to go on without it, not to begin, or to be over. */
  unserved(me, view) {
    const { sealed } = this.kept;
    if (sealed === null) return;
    const over = view.after > sealed.after;
    const betting = view.phase === "betting" && (me !== null || over);
    const lies = me === null ? undefined : liesIn(view, me);
    if (betting && lies !== undefined && lies === sealed.commit) return this.stillLies(sealed);
    const out = me !== null && ["playing", "ended"].includes(view.phase) && this.isWithout(sealed, me, view);
    const seen = (out || betting) && !over; // a later round tells nothing of this one
    if (seen) noteOut(sealed.commit);
    if (over || out || betting || view.phase === "ended") this.late(sealed, view, seen);
    if (betting) this.resume(sealed, view.version, over);
  }

  /** Whether nothing is played at the seat that a number was sealed at; its player may sit elsewhere by now. */
  isWithout({ seat }, me, { seats }) {
    const at = seat ?? me.number; // pages kept no seat before
    return Object.keys(seats.find(({ number }) => number === at)?.wagers ?? {}).length === 0;
  }

  /** A round that went on without a number is told not to have begun. */
  waitedFor({ phase, after }) {
    const { sealed } = this.kept;
    const before = ["sealing", "betting"].includes(phase) && !(after > sealed?.after);
    if (sealed?.without !== undefined && before) this.keep({ sealed: { ...sealed, without: undefined } });
  }

  /** No room opens bets again while one lies that was sealed. */
  stillLies({ commit }) {
    this.warnOnce(
      `lies ${commit}`,
      _("Your number was sealed, and with your bet lying there this table is told to take bets: do not bet here."),
    );
  }

  /** Nothing is known yet where a round goes on without a number at once: of that round nothing is said later, unless
   * the table is told to be before it again. */
  excuse(sealed, { round, after }) {
    const without = round ?? after;
    if (without > sealed.after) this.keep({ sealed: { ...sealed, without } });
  }

  isExcused({ without }, { phase, after, round }) {
    return after >= without || (["playing", "ended"].includes(phase) && round === without);
  }

  /** A number that was sealed long enough to be found is not in the round: its deal may have been known before. */
  late(sealed, view, seen) {
    if (sealed.told || this.kept.opened?.commit === sealed.commit || this.isExcused(sealed, view)) return;
    const took = this.sealedFor(sealed);
    if (took <= SOON && seen) return this.excuse(sealed, view);
    this.keep({ sealed: { ...sealed, told: true } });
    const num = Math.round(took / 1000);
    this.warn(
      seen
        ? _(
          "Your number had been sealed for %(num)s s when the round was told without it: time enough to find it.",
          { num },
        )
        : _("Your number was sealed %(num)s s ago, and this page has not seen its round: look at the proof of that.", {
          num,
        }),
    );
  }

  /** Bets are open again, and what was shown for one round serves no other: neither the number nor, once that round is
   * over, a key of it. */
  resume({ commit, after }, version, over) {
    const numbers = this.kept.numbers.map((each) => each.commit === commit ? { ...each, shown: version } : each);
    const hands = over ? this.kept.hands.filter((each) => each.after > after) : this.kept.hands;
    this.keep({ numbers, hands, sealed: null });
  }

  /** The proof page compares the record of the round with what was committed to, and with how it was closed. Whether it
   * is noted so: what was closed is closed once. */
  note({ round }, noted) {
    const before = roundNoted(round);
    if (before && !before.doubt && noted.doubt) return true;
    if (!before?.closing) return noteRound(round, noted) ?? true;
    const same = before.commit === noted.commit && (noted.closing ?? before.closing) === before.closing;
    const told = _("Round %(round)s was closed before, otherwise: the room was set back, or is another.", { round });
    if (!same) this.warnOnce(`closed ${round}`, told);
    return same;
  }
}
