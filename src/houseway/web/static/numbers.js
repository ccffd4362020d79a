// The player's own number: drawn ahead, committed to with the wager, sealed when bets are closed, opened when all are.
import { mine } from "./asking.js";
import { wish } from "./base.js";
import { closing, commitment, freshNumber, setIn, TURNS } from "./puzzles.js";
import { _ } from "./words.js";

/** How often a number is squared at the least: else it could be found before all are sealed. */

/** Milliseconds from one's own seal to the last: in more, somebody might have found one's number. */
const SOON = 3000;

const MOST_KEPT = 300;

export class Numbers {
  constructor(table, line, warn) {
    Object.assign(this, { name: `number.${table}`, line, warn });
    this.next = freshNumber();
    this.sent = null; // when one's own seal was sent
    this.settings = null; // what the table was set to when one's wager lay there
    this.done = new Set();
  }

  get own() {
    return JSON.parse(wish.read(this.name, "null"));
  }

  /** A number for the next wager: what is sent of it now tells nothing. */
  async commit() {
    const number = await this.next;
    this.next = freshNumber();
    wish.keep(this.name, JSON.stringify({ ...number, used: false }));
    return number.commit;
  }

  /** What follows from a view: a seal, an opening, or a warning. */
  take(before, view) {
    const me = mine(view);
    const own = this.own;
    if (me === null || own === null || own.used) return;
    const seat = view.numbers?.seats.find((each) => each.seat === me.number);
    if (view.phase === "betting") this.settings = me.commit === own.commit ? setIn(view) : null;
    if (view.phase === "sealing" && me.commit === own.commit && seat?.seal === null) this.seal(own, view);
    else if (view.numbers?.all && view.phase === "playing" && seat) this.open(own, seat, view);
    else if (before?.phase === "betting" && view.phase === "playing" && Object.keys(me.wagers).length && !seat) {
      this.end(own, view, null);
      this.spend(own);
      this.warn(_("This round began without the number that came with your bets."));
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
      // kept, so that a page that is loaded again knows what all had committed to when this number was sealed
      wish.keep(this.name, JSON.stringify({ ...own, commits: Object.fromEntries(committed), settings: this.settings }));
      return this.line.act("seal", own.seal);
    });
  }

  open(own, seat, view) {
    if (seat.open || own.commits === undefined) return; // another number of one's own was sealed
    this.once(`open ${own.commit}`, () => {
      const told = view.numbers.seats.map((each) => [each.seat, commitment(each.seal)]);
      const commits = Object.fromEntries(told.map(([each]) => [each, own.commits[each]]));
      const same = told.every(([each, commit]) => commit === commits[each]) && commits[seat.seat] === own.commit;
      const took = this.sent === null ? 0 : performance.now() - this.sent;
      if (took > SOON) {
        this.warn(
          _("The last number was sealed %(num)s s after yours: time enough to have found yours.", {
            num: Math.round(took / 1000),
          }),
        );
      }
      const settings = setIn(view);
      const before = this.settings ?? own.settings ?? null;
      if (before !== null && before !== settings) {
        this.warn(_("The table is not set any more as it was when you bet."));
      }
      const position = view.shoe.size - view.shoe.left;
      const shoe = { ...view.shoe, round: view.round, position, settings };
      const laid = view.seats.filter((each) => Object.keys(each.wagers).length);
      this.end(own, view, closing(shoe, laid.map((each) => [each.number, each.wagers]), commits));
      if (!same) {
        this.warn(_("A number is not the one that was committed to before yours was sealed: yours is not opened."));
        return this.spend(own);
      }
      return this.line.act("open", { factor: own.factor }).then(() => this.spend(own));
    });
  }

  /** A number serves one round. */
  spend(own) {
    wish.keep(this.name, JSON.stringify({ ...own, used: true }));
  }

  /** The proof page compares the record of the round with what was committed to, and with how it was closed. */
  end(own, view, closed) {
    const kept = Object.entries(JSON.parse(wish.read("commits", "{}"))).slice(-MOST_KEPT);
    const noted = { commit: own.commit, closing: closed };
    const before = Object.fromEntries(kept)[view.round];
    if (before?.closing && before.commit !== own.commit) {
      this.warn(_("Round %(round)s was closed before, otherwise: the room was set back, or is another.", view));
    }
    wish.keep("commits", JSON.stringify(Object.fromEntries([...kept, [view.round, noted]])));
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
