// The player's own number: drawn ahead, committed to with the wager, sealed when bets are closed, opened when all are.
import { mine } from "./asking.js";
import { wish } from "./base.js";
import { freshNumber } from "./puzzles.js";

/** How often a number is squared at the least: else it could be found before all are sealed. */
const TURNS = 2 ** 25;

/** Milliseconds from one's own seal to the last: in more, somebody might have found one's number. */
const SOON = 3000;

const MOST_KEPT = 300;

export class Numbers {
  constructor(table, line, warn) {
    Object.assign(this, { name: `number.${table}`, line, warn });
    this.next = freshNumber();
    this.sent = null; // when one's own seal was sent
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
    if (view.phase === "sealing" && me.commit === own.commit && seat?.seal === null) this.seal(own, view);
    else if (view.numbers?.all && view.phase === "playing" && seat) this.open(own, seat, view);
    else if (before?.phase === "betting" && view.phase === "playing" && Object.keys(me.wagers).length && !seat) {
      this.end(own, view);
      this.warn("This round began without the number that came with your bets.");
    }
  }

  seal(own, view) {
    if (view.numbers.turns < TURNS) {
      this.warn(`The numbers of this round are squared ${view.numbers.turns} times only.`);
    }
    this.once(`seal ${own.commit}`, () => {
      this.sent = performance.now();
      return this.line.act("seal", own.seal);
    });
  }

  open(own, seat, view) {
    if (seat.open || seat.seal.modulus !== own.seal.modulus.padStart(256, "0")) return;
    this.once(`open ${own.commit}`, () => {
      const took = this.sent === null ? 0 : performance.now() - this.sent;
      if (took > SOON) {
        this.warn(
          `The last number was sealed ${Math.round(took / 1000)} s after yours: time enough to have found yours.`,
        );
      }
      return this.line.act("open", { factor: own.factor }).then(() => this.end(own, view));
    });
  }

  /** The number has been used; the proof page looks for it in the record of the round. */
  end(own, view) {
    wish.keep(this.name, JSON.stringify({ ...own, used: true }));
    const kept = Object.entries(JSON.parse(wish.read("commits", "{}"))).slice(-MOST_KEPT);
    wish.keep("commits", JSON.stringify(Object.fromEntries([...kept, [view.round, own.commit]])));
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
