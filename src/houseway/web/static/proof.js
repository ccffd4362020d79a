// The check of a shoe and of a round in the browser itself, as `python -m houseway.verifier` makes it.
// Once the page and its files are there, nothing more is asked of the room. The ruling is left to `houseway settle`.
import { ask, cardFace, wish } from "./base.js";
import { boundsFault, logFault, packFault } from "./claims.js";
import { closing, sealFault, seedOf, TURNS } from "./puzzles.js";
import { bytes, hex, sha256 } from "./sha256.js";

const RANKS = "23456789TJQKA";
const verdict = document.getElementById("verdict");
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
  return found.join();
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

/** What is wrong with the proof of a shoe; empty where it holds. */
function shoeFault(proof) {
  const places = new Set(proof.openings.map((opening) => opening.index));
  for (const opening of proof.openings) {
    const where = `place ${opening.index}, ${opening.card},`;
    if (called(opening.number) !== opening.card) return `${where} is not the card that it is called`;
    if (opening.path.map(([side]) => side).join() !== sides(opening.index, proof.size)) {
      return `${where} has the path of another place`;
    }
    if (top(opening) !== proof.root) return `${where} does not lead to the seal`;
  }
  if (places.size !== proof.openings.length) return "a place is opened twice";
  if (proof.ended && places.size !== proof.size) return `${proof.size - places.size} cards are left out`;
  const opened = counted(proof.openings.map((opening) => opening.card));
  const numbers = Object.values(proof.pack);
  if (numbers.reduce((sum, number) => sum + number, 0) !== proof.size) return "the pack has another size";
  if (!evenPack(proof.pack)) return "the pack is not made of whole decks";
  const more = Object.keys(opened).find((card) => opened[card] > (proof.pack[card] ?? 0));
  if (more !== undefined) return `the shoe holds more ${more} than its pack`;
  return "";
}

/** Draws by a salt or a seed: a number from 0 to n - 1 by the next SHA-256(02 | secret | 0, 1 …) that favours none. */
function numbers(...secret) {
  let block = 0;
  return (bound) => {
    const width = bound > 256 ? 2 : 1;
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

/** What this browser noted of a round before it opened its number. */
const notedOf = (round) => JSON.parse(wish.read("commits", "{}"))[round];

/** What is wrong with the numbers that players brought; one's own must be among them. */
function numbersFault(record) {
  const noted = notedOf(record.round);
  const seals = record.seals ?? [];
  if (noted !== undefined && !seals.some((each) => each.commit === noted.commit)) return "your own number is not in it";
  const commits = Object.fromEntries(seals.map((each) => [each.seat, each.commit]));
  if (seals.length && record.turns !== TURNS) return "its numbers were squared another number of times";
  const closed = closing({ ...record, gone: goneIn(record) }, record.seat.map((each) => each.number), commits);
  if (noted?.closing && noted.closing !== closed) return "its round, cut, seats or numbers are not those that you saw";
  for (const each of seals) {
    const fault = sealFault(each);
    if (fault) return `the number of seat ${each.seat} ${fault}`;
  }
  return "";
}

/** What is wrong with a round: every card at its place, every number as the shoe gives it. */
function roundFault(record, proof) {
  if (record.shoe !== proof.shoe || record.root !== proof.root) return "the round is not of this shoe";
  if (record.cut !== proof.cut) return `the cut is told at ${record.cut} and at ${proof.cut}`;
  const fault = numbersFault(record);
  if (fault) return fault;
  const opened = new Map(proof.openings.map((opening) => [opening.index, opening]));
  const draws = [...(record.draws ?? [])];
  const seed = seedOf(record);
  const places = coming(record, proof.size, seed);
  let [dealt, gives, at] = [0, null, null];
  for (const entry of record.entries) {
    const place = places[dealt];
    if ("deal" in entry) {
      if (opened.get(place)?.card !== entry.deal) return `card ${dealt + 1}, ${entry.deal}, does not lie at its place`;
      dealt++;
    } else if ("draw" in entry) {
      const asked = draws.shift();
      if (asked === undefined || !opened.has(place)) return "a number was drawn that nothing covers";
      if (at !== place) [gives, at] = [numbers(bytes(opened.get(place).salt), seed), place];
      const found = drawn(asked, gives);
      if (found !== entry.draw || found !== asked.number) {
        return `${asked.what} is ${entry.draw}, the shoe gives ${found}`;
      }
    }
  }
  return boundsFault(record);
}

function brought(record) {
  const seats = (record.seals ?? []).map((each) => each.seat);
  if (seats.length === 0) return " No player's own number went into it.";
  const found = (record.seals ?? []).some((each) => each.factor === undefined);
  const s = seats.length > 1 ? "s" : "";
  return ` The number${s} of seat${s} ${seats.join(", ")} ordered what was left.` +
    (found ? " One was found by squaring: the script squares it again." : "");
}

async function check() {
  const proof = await ask(`/api/proof/${verdict.dataset.shoe}`);
  if (proof.openings.length === 0) return "No card of this shoe has been shown to you yet.";
  const round = new URLSearchParams(location.search).get("round");
  const record = round === null ? null : await ask(`/api/rounds/${round}/record`);
  const fault = shoeFault(proof) || packFault(proof) || logFault(proof) ||
    (record === null ? "" : roundFault(record, proof));
  if (fault) return `It does NOT hold: ${fault}.`;
  const cut = proof.cut ?? 0;
  const dealt = [...proof.openings].sort((a, b) =>
    ((a.index - cut + proof.size) % proof.size) - ((b.index - cut + proof.size) % proof.size)
  );
  document.getElementById("checked").replaceChildren(
    ...dealt.map((opening) => cardFace(opening.card, { small: true })),
  );
  const all = dealt.length === 1 ? "the one card shown leads" : `all ${dealt.length} cards shown lead`;
  const also = record === null
    ? ""
    : ` Round ${round} was dealt and drawn from it, each card at its place; who got which is as told.` +
      brought(record);
  return `It holds: ${all} to the seal.${also} From the cut on:`;
}

check().then((words) => {
  verdict.textContent = words;
  const noted = notedOf(new URLSearchParams(location.search).get("round"));
  if (noted?.closing) {
    document.getElementById("noted").textContent =
      `Your browser noted: --commit ${noted.commit} --closing ${noted.closing}`;
  }
}, (fault) => {
  verdict.textContent = fault.message;
});
