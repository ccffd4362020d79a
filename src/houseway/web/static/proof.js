// The check of a shoe and of a round in the browser itself, as `python -m houseway.verifier` makes it.
// Once the page and its files are there, nothing more is asked of the room. The ruling is left to `houseway settle`.
import { ask, cardFace } from "./base.js";

const RANKS = "23456789TJQKA";
const verdict = document.getElementById("verdict");
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hex = (data) => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const sha256 = async (...pieces) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", await new Blob(pieces).arrayBuffer()));
const called = (card) => card === 52 ? "Jk" : RANKS[card % 13] + "cdhs"[Math.floor(card / 13)];

function four(number) {
  const place = new DataView(new ArrayBuffer(4));
  place.setUint32(0, number);
  return place.buffer;
}

/** SHA-256(00 | place, 4 bytes | card, 1 byte | salt), then SHA-256(01 | left | right) up to the top. */
async function top(opening) {
  let value = await sha256(
    Uint8Array.of(0),
    four(opening.index),
    Uint8Array.of(opening.number),
    bytes(opening.salt),
  );
  for (const [side, other] of opening.path) {
    value = side === "right"
      ? await sha256(Uint8Array.of(1), value, bytes(other))
      : await sha256(Uint8Array.of(1), bytes(other), value);
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
async function shoeFault(proof) {
  const places = new Set(proof.openings.map((opening) => opening.index));
  for (const opening of proof.openings) {
    const where = `place ${opening.index}, ${opening.card},`;
    if (called(opening.number) !== opening.card) return `${where} is not the card that it is called`;
    if (opening.path.map(([side]) => side).join() !== sides(opening.index, proof.size)) {
      return `${where} has the path of another place`;
    }
    if ((await top(opening)) !== proof.root) return `${where} does not lead to the seal`;
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

/** Draws by a salt: a number from 0 to n - 1 by the next SHA-256(02 | salt | 0, 1, 2 …) that favours none. */
function numbers(salt) {
  let block = 0;
  return async (bound) => {
    const width = bound > 256 ? 2 : 1;
    const span = 256 ** width;
    for (;;) {
      const found = await sha256(Uint8Array.of(2), bytes(salt), four(block++));
      const number = found.slice(0, width).reduce((sum, byte) => 256 * sum + byte, 0);
      if (number < span - span % bound) return number % bound;
    }
  };
}

async function drawn(asked, draw) {
  if (asked.dice === 0) return asked.least + await draw(asked.most - asked.least + 1);
  let sum = 0;
  for (let die = 0; die < asked.dice; die++) sum += 1 + await draw(6);
  return sum;
}

/** What is wrong with a round: every card at its place, every number as the shoe gives it. */
async function roundFault(record, proof) {
  if (record.shoe !== proof.shoe || record.root !== proof.root) return "the round is not of this shoe";
  if (record.cut !== proof.cut) return `the cut is told at ${record.cut} and at ${proof.cut}`;
  const opened = new Map(proof.openings.map((opening) => [opening.index, opening]));
  const draws = [...(record.draws ?? [])];
  let [dealt, gives, at] = [0, null, null];
  for (const entry of record.entries) {
    const place = (record.cut + record.position + dealt) % proof.size;
    if ("deal" in entry) {
      if (opened.get(place)?.card !== entry.deal) return `card ${dealt + 1}, ${entry.deal}, does not lie at its place`;
      dealt++;
    } else if ("draw" in entry) {
      const asked = draws.shift();
      if (asked === undefined || !opened.has(place)) return "a number was drawn that nothing covers";
      if (at !== place) [gives, at] = [numbers(opened.get(place).salt), place];
      const found = await drawn(asked, gives);
      if (found !== entry.draw || found !== asked.number) {
        return `${asked.what} is ${entry.draw}, the shoe gives ${found}`;
      }
    }
  }
  return "";
}

async function check() {
  const proof = await ask(`/api/proof/${verdict.dataset.shoe}`);
  if (proof.openings.length === 0) return "No card of this shoe has been shown to you yet.";
  if (crypto.subtle === undefined) {
    return "This browser checks hashes only over a secure or local connection: " +
      "download the openings and check them with the script.";
  }
  const round = new URLSearchParams(location.search).get("round");
  const record = round === null ? null : await ask(`/api/rounds/${round}/record`);
  const fault = (await shoeFault(proof)) || (record === null ? "" : await roundFault(record, proof));
  if (fault) return `It does NOT hold: ${fault}.`;
  const cut = proof.cut ?? 0;
  const dealt = [...proof.openings].sort((a, b) =>
    ((a.index - cut + proof.size) % proof.size) - ((b.index - cut + proof.size) % proof.size)
  );
  document.getElementById("checked").replaceChildren(
    ...dealt.map((opening) => cardFace(opening.card, { small: true })),
  );
  const all = dealt.length === 1 ? "the one card shown leads" : `all ${dealt.length} cards shown lead`;
  const also = record === null ? "" : ` Round ${round} was dealt and drawn from it, each card at its place.`;
  return `It holds: ${all} to the seal.${also} In the order of the deal:`;
}

check().then((words) => {
  verdict.textContent = words;
}, (fault) => {
  verdict.textContent = fault.message;
});
