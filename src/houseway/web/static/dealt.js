// What is wrong with the proof of a shoe and with a round dealt from it, as `python -m houseway.verifier` says it.
import { answersFault, formFault } from "./answered.js";
import { alike, boundsFault, displayedFault, packFault, receiptFault, whole } from "./claims.js";
import { proofFormFault, recordFormFault } from "./forms.js";
import { callFault, handFault } from "./hands.js";
import { betReceiptFault, betsFault } from "./laid.js";
import { payoutFault } from "./payouts.js";
import { closing, sealFault, seedOf, settingsOf, TURNS } from "./puzzles.js";
import { bytes, hex, sha256 } from "./sha256.js";
import { canonical, recordFault } from "./signed.js";
import { _, ngettext, word } from "./words.js";

const RANKS = "23456789TJQKA";
const MOST_CARDS = 10000; // of a shoe: no more is read
const called = (card) => card === 52 ? "Jk" : RANKS[card % 13] + "cdhs"[Math.floor(card / 13)];

function four(number) {
  const place = new DataView(new ArrayBuffer(4));
  place.setUint32(0, number);
  return new Uint8Array(place.buffer);
}

/** SHA-256(00 | place, 4 bytes | card, 1 byte | salt), then SHA-256(01 | left | right) up to the top. */
function top(opening) {
  let value = sha256(
    Uint8Array.of(0),
    four(opening.index),
    Uint8Array.of(opening.number),
    bytes(opening.salt),
  );
  for (const [side, other] of opening.path) {
    value = side === "right"
      ? sha256(Uint8Array.of(1), value, bytes(other))
      : sha256(Uint8Array.of(1), bytes(other), value);
  }
  return hex(value);
}

/** On which sides the neighbours of a leaf lie, in a tree of so many leaves. */
function sides(at, width) {
  const found = [];
  for (; width > 1; at = at >> 1, width = (width + 1) >> 1) {
    if ((at ^ 1) < width) found.push(at % 2 === 0 ? "right" : "left");
  }
  return found;
}

function counted(cards) {
  const counts = {};
  for (const card of cards) counts[card] = (counts[card] ?? 0) + 1;
  return counts;
}

/** Whether a pack is made of whole decks: each rank in every suit as often as the others. */
function evenPack(pack) {
  const suited = Object.entries(pack).filter(([card]) => card !== "Jk");
  const ranks = new Set(suited.map(([card]) => card[0]));
  return suited.length === 4 * ranks.size && new Set(suited.map(([, number]) => number)).size === 1;
}

/** What of a proof is no number of this shoe: a place + 2**32 would lead to the seal, and be another to a set. */
function spelledFault({ size, pack, cut, openings }) {
  const good = whole(size, 1, MOST_CARDS) && (cut === null || whole(cut, 0, size)) &&
    Object.values(pack).every((count) => whole(count, 0, MOST_CARDS));
  const open = ({ index, number, salt }) =>
    whole(index, 0, size - 1) && whole(number, 0, 52) && /^[0-9a-f]{32}$/.test(salt);
  return good && openings.every(open) ? "" : _("a place, a card or a count is none that a shoe has");
}

/** What is wrong with the proof of a shoe; empty where it holds. */
export function shoeFault(proof) {
  const spelled = proofFormFault(proof) || spelledFault(proof);
  if (spelled) return spelled;
  const places = new Set(proof.openings.map((opening) => opening.index));
  for (const opening of proof.openings) {
    const at = { place: opening.index, card: opening.card };
    if (called(opening.number) !== opening.card) {
      return _("place %(place)s, %(card)s, is not the card that it is called", at);
    }
    if (!alike(opening.path.map(([side]) => side), sides(opening.index, proof.size))) {
      return _("place %(place)s, %(card)s, has the path of another place", at);
    }
    if (top(opening) !== proof.root) return _("place %(place)s, %(card)s, does not lead to the seal", at);
  }
  if (places.size !== proof.openings.length) return _("a place is opened twice");
  if (proof.ended && places.size !== proof.size) {
    return ngettext("%(num)s card is left out", "%(num)s cards are left out", proof.size - places.size);
  }
  const opened = counted(proof.openings.map((opening) => opening.card));
  const numbers = Object.values(proof.pack);
  if (numbers.reduce((sum, number) => sum + number, 0) !== proof.size) return _("the pack has another size");
  if (!evenPack(proof.pack)) return _("the pack is not made of whole decks");
  const more = Object.keys(opened).find((card) => opened[card] > (proof.pack[card] ?? 0));
  if (more !== undefined) return _("the shoe holds more %(card)s than its pack", { card: more });
  return "";
}

/** Draws by a salt or a seed: a number from 0 to n - 1 by the next SHA-256(02 | secret | 0, 1 …) that favours none. */
export function numbers(...secret) {
  let block = 0;
  return (bound) => {
    const width = Math.max(1, Math.ceil((32 - Math.clz32(bound - 1)) / 8)); // as many bytes as the greatest has
    const span = 256 ** width;
    for (;;) {
      const found = sha256(Uint8Array.of(2), ...secret, four(block++));
      const number = found.slice(0, width).reduce((sum, byte) => 256 * sum + byte, 0);
      if (number < span - span % bound) return number % bound;
    }
  };
}

function drawn(asked, draw) {
  if (asked.dice === 0) return asked.least + draw(asked.most - asked.least + 1);
  let sum = 0;
  for (let die = 0; die < asked.dice; die++) sum += 1 + draw(6);
  return sum;
}

/** The places that the cards of a round come from: those that are left after the cut, as the seed orders them. */
function coming(record, size, seed) {
  const lie = Array.from({ length: size }, (_, at) => (record.cut + at) % size);
  const gone = new Set(record.gone ?? lie.slice(0, record.position));
  const places = lie.filter((place) => !gone.has(place));
  const draw = numbers(seed);
  for (let last = places.length - 1; seed.length && last > 0; last--) {
    const other = draw(last + 1);
    [places[last], places[other]] = [places[other], places[last]];
  }
  return places;
}

/** The places that were gone before a round, as one hexadecimal number. */
function goneIn(record) {
  const size = Object.values(record.pack).reduce((sum, count) => sum + count, 0);
  const gone = record.gone ?? Array.from({ length: record.position }, (_, at) => (record.cut + at) % size);
  return gone.reduce((mask, place) => mask | 1n << BigInt(place), 0n).toString(16);
}

/** Wagers as a record tells them, as in 12.50, in cents. */
const cents = (wagers) =>
  Object.fromEntries(Object.entries(wagers).map(([wager, told]) => [wager, Number(String(told).replace(".", ""))]));

/** What is not as it was when one's own number was sealed: who could read it may have chosen that afterwards. Of who
 * was to play some may sit out. */
function sealedFault({ root, cut, gone, settings, seals }, { commit, sealed }) {
  if (sealed === undefined || !seals?.some((each) => each.commit === commit)) return "";
  if (sealed.out) return _("your own number stands in it, and your browser was told that it is not played");
  if (seals.some((each) => sealed.commits[each.seat] !== each.commit)) {
    return _("a number is not the one that was committed to before yours was sealed");
  }
  const same = sealed.root === root && sealed.cut === cut && sealed.gone === gone && sealed.settings === settings;
  return same ? "" : _("its shoe, cut or settings are not those that you saw when your number was sealed");
}

/** What is wrong with the numbers that players brought; one's own must be among them. */
function numbersFault(record, noted) {
  const seals = record.seals ?? [];
  const own = new Set(seals.map((each) => each.seat));
  if (own.size !== seals.length || !seals.every((each) => record.seat.some(({ number }) => number === each.seat))) {
    return _("a number is not of a seat of the round, or a seat has two");
  }
  if (noted && !noted.doubt && !seals.some((each) => each.commit === noted.commit)) {
    return _("your own number is not in it");
  }
  const isSealed = noted?.closing === undefined && noted?.sealed !== undefined; // and how it was closed was not shown
  if (noted && !noted.doubt && !noted.again && !noted.closing && !isSealed) {
    return _("your browser saw another bet at your seat, or another beginning");
  }
  if (noted?.again) return _("your own number was sealed for a round that was not begun, and stands in this one");
  const commits = Object.fromEntries(seals.map((each) => [each.seat, each.commit]));
  if (seals.length && record.turns !== TURNS) return _("its numbers were squared another number of times");
  const fixed = { ...record, gone: goneIn(record), settings: settingsOf(record) };
  const stakes = record.seat.map((each) => [each.number, cents(each.wagers ?? {})]);
  const forms = fixed.settings === undefined ? [7] : [10, 9, 7];
  const closed = forms.map((form) => closing(fixed, stakes, commits, form));
  if (noted?.closing && !closed.includes(noted.closing)) {
    return _("its round, cut, settings, stakes or numbers are not those that you saw");
  }
  const otherwise = sealedFault(fixed, noted ?? {});
  if (otherwise) return otherwise;
  for (const each of seals) {
    const fault = sealFault(each);
    if (fault) return _("seat %(number)s: its number %(fault)s", { number: each.seat, fault });
  }
  return "";
}

/** What is wrong with where a round began, and with the places that were gone then: numbers of the shoe, each once. */
function placesFault({ cut, position, gone, entries, seat }, size) {
  const places = gone ?? Array.from({ length: whole(position, 0, size) ? position : 0 }, (_, at) => at);
  const dealt = entries.filter((entry) => "deal" in entry).length;
  const good = whole(cut, 0, size) && whole(position, 0, size) && places.every((place) => whole(place, 0, size - 1)) &&
    new Set(places).size === position && position + dealt <= size;
  if (!good) return _("its cards are not what the shoe had left");
  if (!seat.every(({ number }) => whole(number, 1, 100))) return _("its seats are not numbered");
  const out = entries.some((entry) => entry.call === "out-of-cards");
  return out && position + dealt < size ? _("the shoe is said to have run out, and cards were left") : "";
}

/** What is wrong with a round of this number, by what this browser noted of it and its receipts; a record that somebody
 * kept may be `older` than the room's signature over all of it. */
export function roundFault(record, proof, { round, noted, receipts, older = false }) {
  const misshapen = recordFormFault(record);
  if (misshapen) return misshapen;
  if (record.round !== round) return _("the record is of another round than the one that was asked for");
  if (["shoe", "table", "game", "root"].some((field) => record[field] !== proof[field])) {
    return _("the round is not of this shoe");
  }
  if (record.round <= (proof.log?.after ?? 0)) return _("the log tells that the shoe was begun after this round");
  if (record.round === (proof.log?.after ?? -1) + 1 && record.position > 0) {
    return _("by the log it is the first round of its shoe, and cards are said to be gone");
  }
  if (canonical(record.pack) !== canonical(proof.pack)) return _("the round tells another pack than its shoe");
  if (record.cut !== proof.cut) {
    return _("the cut is told at %(one)s and at %(other)s", { one: record.cut, other: proof.cut });
  }
  return packFault(record) || placesFault(record, proof.size) || formFault(record) || displayedFault(record) ||
    numbersFault(record, noted) || betsFault(record) || betReceiptFault(record, receipts) ||
    receiptFault(record, receipts) || answersFault(record) || boundsFault(record) ||
    dealFault(record, proof) || callFault(record) || handFault(record) || payoutFault(record) ||
    recordFault(record, { older });
}

/** What is wrong with the deal: every card at its place, every number as the shoe gives it. */
function dealFault(record, proof) {
  const opened = new Map(proof.openings.map((opening) => [opening.index, opening]));
  const draws = [...(record.draws ?? [])];
  const seed = seedOf(record);
  const places = coming(record, proof.size, seed);
  let [dealt, gives, at] = [0, null, null];
  for (const entry of record.entries) {
    const place = places[dealt];
    if ("deal" in entry) {
      if (opened.get(place)?.card !== entry.deal) {
        return _("card %(number)s, %(card)s, does not lie at its place", { number: dealt + 1, card: entry.deal });
      }
      dealt++;
    } else if ("draw" in entry) {
      const asked = draws.shift();
      if (asked === undefined || !opened.has(place)) return _("a number was drawn that nothing covers");
      if (at !== place) [gives, at] = [numbers(bytes(opened.get(place).salt), seed), place];
      const found = drawn(asked, gives);
      if (found !== entry.draw || found !== asked.number) {
        return _("%(what)s is %(told)s, the shoe gives %(found)s", { what: word(asked.what), told: entry.draw, found });
      }
    }
  }
  return draws.length ? _("a number was drawn that nothing covers") : "";
}
