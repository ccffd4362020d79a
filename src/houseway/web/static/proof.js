// The check of a shoe in the browser itself: each card's leaf, folded with its neighbours, must give the seal.
import { ask, cardFace } from "./base.js";

const verdict = document.getElementById("verdict");
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hex = (data) => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const sha256 = async (...pieces) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", await new Blob(pieces).arrayBuffer()));

/** SHA-256(00 | place, 4 bytes | card, 1 byte | salt), then SHA-256(01 | left | right) up to the top. */
async function top(opening) {
  const place = new DataView(new ArrayBuffer(4));
  place.setUint32(0, opening.index);
  let value = await sha256(Uint8Array.of(0), place.buffer, Uint8Array.of(opening.number), bytes(opening.salt));
  for (const [side, other] of opening.path) {
    value = side === "right"
      ? await sha256(Uint8Array.of(1), value, bytes(other))
      : await sha256(Uint8Array.of(1), bytes(other), value);
  }
  return hex(value);
}

async function check() {
  const proof = await ask(`/api/proof/${verdict.dataset.shoe}`);
  if (proof.openings.length === 0) return "No card of this shoe has been shown to you yet.";
  if (crypto.subtle === undefined) {
    return "This browser checks hashes only over a secure or local connection: " +
      "download the openings and check them with the script.";
  }
  const cut = proof.cut ?? 0;
  const dealt = [...proof.openings].sort((a, b) =>
    ((a.index - cut + proof.size) % proof.size) - ((b.index - cut + proof.size) % proof.size)
  );
  for (const opening of dealt) {
    if ((await top(opening)) !== proof.root) {
      return `It does NOT hold: place ${opening.index}, ${opening.card}, does not lead to the seal.`;
    }
  }
  document.getElementById("checked").replaceChildren(
    ...dealt.map((opening) => cardFace(opening.card, { small: true })),
  );
  return `It holds: ${
    dealt.length === 1 ? "the one card shown leads" : `all ${dealt.length} cards shown lead`
  } to the seal. In the order of the deal:`;
}

check().then((words) => {
  verdict.textContent = words;
}, (fault) => {
  verdict.textContent = fault.message;
});
