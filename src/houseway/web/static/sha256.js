// SHA-256 (FIPS 180-4) of bytes, at once and everywhere: browsers offer their own over secure connections only.

const roots = [];
for (let number = 2; roots.length < 64; number++) {
  if (!roots.some((prime) => number % prime === 0)) roots.push(number);
}
/** The first 32 bits after the point of a root of a prime. */
const bits = (value) => Math.floor((value - Math.floor(value)) * 2 ** 32) | 0;
const ROUND = roots.map((prime) => bits(Math.cbrt(prime)));
const START = roots.slice(0, 8).map((prime) => bits(Math.sqrt(prime)));
const turn = (word, by) => (word >>> by) | (word << (32 - by));

function padded(data) {
  const room = new Uint8Array((((data.length + 8) >> 6) + 1) << 6);
  room.set(data);
  room[data.length] = 0x80;
  const view = new DataView(room.buffer);
  view.setUint32(room.length - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(room.length - 4, data.length << 3);
  return view;
}

function schedule(view, at) {
  const words = new Int32Array(64);
  for (let step = 0; step < 16; step++) words[step] = view.getInt32(at + 4 * step);
  for (let step = 16; step < 64; step++) {
    const [two, fifteen] = [words[step - 2], words[step - 15]];
    const low = turn(fifteen, 7) ^ turn(fifteen, 18) ^ (fifteen >>> 3);
    const high = turn(two, 17) ^ turn(two, 19) ^ (two >>> 10);
    words[step] = words[step - 16] + low + words[step - 7] + high;
  }
  return words;
}

function compressed(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let step = 0; step < 64; step++) {
    const chosen = (e & f) ^ (~e & g);
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + chosen + ROUND[step] + words[step]) | 0;
    const most = (a & b) ^ (a & c) ^ (b & c);
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, place) => (word + state[place]) | 0);
}

/** The hash of pieces put together, each bytes or a text. */
export function sha256(...pieces) {
  const all = pieces.map((piece) => typeof piece === "string" ? new TextEncoder().encode(piece) : piece);
  const data = new Uint8Array(all.reduce((sum, piece) => sum + piece.length, 0));
  all.reduce((at, piece) => (data.set(piece, at), at + piece.length), 0);
  const view = padded(data);
  let state = START;
  for (let at = 0; at < view.byteLength; at += 64) state = compressed(state, schedule(view, at));
  const found = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => found.setInt32(4 * place, word));
  return new Uint8Array(found.buffer);
}

export const hex = (data) => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const bytes = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
