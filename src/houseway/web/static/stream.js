// The line to a table: its views as they come, and commands that take effect once however often they are sent.
import { listen } from "./alive.js";
import { myQuestion } from "./asking.js";
import { ask, freshKey } from "./base.js";
import { isAsGiven, isReceipt, keepReceipt } from "./receipts.js";
import { _, word } from "./words.js";

/** Nobody was there to answer, or only a balancer whose process has ended: the next try may reach another. */
const AWAY = [0, 502, 503, 504];

/** Milliseconds after which a command that is not answered is told to be under way. */
const SLOW = 700;

/** Milliseconds after which a view that the stream does not bring is asked for. */
const LATE = 1500;

/** Whether a view tells when it was: a room counts its versions from 1. */
export const isView = ({ version }) => Number.isSafeInteger(version) && version > 0;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

export class Line {
  constructor(table, onView, onState) {
    this.table = table;
    this.view = null;
    this.reached = 0; // the version that a command sent from here has led to
    this.underWay = 0; // commands sent from here that the room has not answered
    this.waiting = []; // who waits until all that was done here is answered and seen
    this.onView = onView;
    this.onState = onState;
    this.onOther = () => {}; // hears that the room acknowledges another answer than was given
    this.onWay = () => {}; // hears what to say of a command that is not through yet, and "" when it is
    this.open();
  }

  open() {
    listen(`/api/tables/${this.table}/events`, {
      live: () => this.onState("live"),
      lost: () => this.onState("lost"),
      view: (view) => this.take(view),
      none: () => setTimeout(() => this.again(), 1500),
    });
  }

  /** Find out why there was no stream: who is no longer known here, whose table is gone, or who has as many open as
   * one may, is told so. */
  async again() {
    const full = await this.refusal();
    if (full !== null) {
      this.onState("gone", full);
      setTimeout(() => this.again(), 5000);
      return;
    }
    try {
      await this.look();
    } catch (fault) {
      if ([401, 403, 404].includes(fault.status)) return this.onState("gone", fault.message);
    }
    this.open();
  }

  /** What the room says where one stream more is too many; null where it is not. */
  async refusal() {
    const ending = new AbortController();
    try {
      const answer = await fetch(`/api/tables/${this.table}/events`, { signal: ending.signal });
      return answer.status === 429 ? word((await answer.json()).error) : null;
    } catch {
      return null;
    } finally {
      ending.abort();
    }
  }

  take(view) {
    if (!isView(view)) return; // nobody could tell which of two came later
    if (this.view !== null && view.version < this.view.version) return;
    this.view = view;
    this.onView(view);
    this.tell();
  }

  /** Once all that was done here is answered and seen. */
  seen() {
    return new Promise((done) => {
      this.waiting.push(done);
      this.tell();
    });
  }

  tell() {
    if (this.underWay === 0 && !this.behind) this.waiting.splice(0).forEach((done) => done());
  }

  /** Whether something done here has changed the table and is not seen yet. */
  get behind() {
    return this.view !== null && this.view.version < this.reached;
  }

  /** Wait for the view of what was done; where the stream is late with it, look. */
  async catchUp() {
    for (let tries = 0; this.behind; tries++) {
      await pause(LATE * 2 ** tries);
      if (this.behind) await this.look().catch(() => {});
    }
  }

  async look() {
    this.take(await ask(`/api/tables/${this.table}/view`));
  }

  /** Do something. `still` tells, where the table has moved on, whether it is still meant. */
  async act(kind, data = {}, still = null) {
    const round = this.view?.round;
    const asked = kind === "answer" ? myQuestion(this.view) : null;
    const order = { key: freshKey(), version: still === null ? null : this.view.version, kind, data };
    const slow = setTimeout(() => this.onWay(_("On its way …")), SLOW);
    this.underWay += 1;
    try {
      const done = await this.send(order, still, slow);
      const { receipt, version: entry } = done;
      if (
        asked !== null && receipt?.answer && isReceipt(receipt, { table: this.table, entry, answer: receipt.answer })
      ) {
        if (isAsGiven(receipt.answer, data.answer, asked)) keepReceipt(round, receipt);
        else this.onOther(_("The room acknowledges another answer than yours."));
      }
      this.reached = Math.max(this.reached, done.version);
      this.catchUp();
      return done;
    } finally {
      clearTimeout(slow);
      this.onWay("");
      this.underWay -= 1;
      this.tell();
    }
  }

  /** Send it until the room has answered. */
  async send(order, still, slow) {
    for (let tries = 0;; tries++) {
      try {
        return await ask(`/api/tables/${this.table}/commands`, order);
      } catch (fault) {
        if (AWAY.includes(fault.status) && tries < 5) {
          clearTimeout(slow);
          this.onWay(_("The room cannot be reached: it is tried again in a moment."));
          await pause(400 * 2 ** tries);
        } else if (fault.status === 409 && still !== null && tries < 8) {
          await this.look();
          if (!still(this.view)) throw new Error(_("The table has moved on: look again."));
          order.version = this.view.version;
        } else throw fault;
      }
    }
  }
}
