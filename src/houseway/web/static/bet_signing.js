// What a browser keeps of one table for its bets, and how it signs them: the numbers that go with them, the keys, and
// what it has sealed and opened. A key is gone once the round is closed that it was made for.
import { mine } from "./asking.js";
import { wish } from "./base.js";
import { freshSecret, laidAfter, nextOf, signBet } from "./betting_key.js";
import { roomKey } from "./receipts.js";

const MOST_HANDS = 4; // keys for bets: of a window that is behind, of a seat that one has left
const MOST_GOING = 8; // of a key: numbers by which bets were asked back, and the room has not refused that

/** Milliseconds after which no bet that a key has signed binds a seat, whatever clocks say: it is forgotten. */
const LONG = 600000;

const NOBODY = { numbers: [], laid: null, sealed: null, opened: null, hands: [], refused: [], seen: 0 };

const fresh = (hands) => hands.filter(({ at }) => Math.abs(Date.now() - at) < LONG);

export class BetSigning {
  constructor(table, line) {
    Object.assign(this, { table, name: `number.${table}`, line });
    for (const each of wish.names().filter((name) => name.startsWith("number."))) {
      forget(each);
      nameRoom(each);
    }
  }

  /** Numbers of this browser that serve no round yet, its last bet that was acknowledged or taken back, what it has
   * sealed, the last round that was closed with its number, its keys for the bets of one seat before one round, the
   * last that was used at the end, by which commitments it has signed what the room then refused, and the highest
   * version that a window of it has seen. */
  get kept() {
    const kept = { ...NOBODY, ...JSON.parse(wish.read(this.name, "null")) }; // pages kept less before
    const refused = kept.refused.map((each) => typeof each === "string" ? { commit: each } : each); // commitments alone
    return { ...kept, refused };
  }

  keep(changed) {
    wish.keep(this.name, JSON.stringify({ ...this.kept, ...changed }));
  }

  /** The last round that was closed with one's number, in the room as this browser knows it. */
  get opened() {
    nameRoom(this.name);
    const { opened } = this.kept;
    return opened?.key === roomKey() ? opened : null;
  }

  /** Whether bets that are laid after this round can be signed for: none for a round that was closed with one's number,
   * or that it is sealed for, or for what is no number of a round. */
  isOpen(after) {
    return Number.isSafeInteger(after) && this.kept.sealed?.after !== after && !(after < this.opened?.round);
  }

  /** This browser's signature of what lies at its seat from now on; nothing for who has no seat, and null where none
   * can be. */
  signed(wagers, commit) {
    const { view } = this.line;
    const seat = view === null ? undefined : mine(view)?.number;
    if (seat === undefined) return {};
    const after = laidAfter(view);
    if (!this.isOpen(after) || !Number.isSafeInteger(seat)) return null;
    const hand = this.hand(after, seat) ?? { after, seat, secret: freshSecret(), nth: 0 };
    return { signed: this.sign(hand, wagers, commit) };
  }

  /** The key for the bets of a seat before the next round. */
  hand(after, seat) {
    return this.isOpen(after) ? this.kept.hands.find((each) => each.after === after && each.seat === seat) : undefined;
  }

  sign({ after, seat, secret, nth: before, going: unsure = [] }, wagers, commit) {
    const nth = nextOf(before);
    const others = fresh(this.kept.hands.filter((each) => each.secret !== secret)).slice(1 - MOST_HANDS);
    const going = Object.keys(wagers).length === 0 ? [...unsure, nth].slice(-MOST_GOING) : unsure;
    this.keep({ hands: [...others, { after, seat, secret, nth, at: Date.now(), going }] });
    return signBet(secret, { table: this.table, seat, after, nth, wagers, commit });
  }

  /** A round was closed with one's number: no key for it, or for one before, signs any more. */
  close({ round }, commit) {
    const hands = this.kept.hands.filter(({ after }) => after >= round);
    const numbers = this.kept.numbers.filter((each) => each.commit === commit || !(each.after < round));
    const refused = this.kept.refused.filter(({ after }) => after >= round);
    this.keep({ laid: null, hands, numbers, refused, opened: { round, commit, key: roomKey() } });
  }

  /** Whether the table is told to stand before the round that was closed last with one's number: its rounds only go
   * up. */
  isBack({ phase, after, round }) {
    const { opened } = this;
    if (opened === null) return false;
    const other = !["playing", "ended"].includes(phase) || round !== opened.round;
    return other && !(after >= opened.round);
  }
}

/** What is kept under a name, where a round was closed before this browser knew the room's key: it is of the room whose
 * key was noted first. */
export function nameRoom(name) {
  const kept = JSON.parse(wish.read(name, "null"));
  if (kept?.opened?.key !== "" || roomKey() === "") return;
  wish.keep(name, JSON.stringify({ ...kept, opened: { ...kept.opened, key: roomKey() } }));
}

/** Keys of a table that sign nothing any more. */
function forget(name) {
  const kept = JSON.parse(wish.read(name, "null"));
  if (!kept?.hands) return;
  const hands = fresh(kept.hands);
  if (hands.length < kept.hands.length) wish.keep(name, JSON.stringify({ ...kept, hands }));
}
