// SHA-512 (FIPS 180-4) of bytes, as signatures need it: browsers offer their own over secure connections only.

const BITS = 64n;
const cut = (number) => BigInt.asUintN(64, number);

/** The whole part of a root of a number. */
function root(number, degree) {
  let [low, high] = [0n, 1n << (BITS + 8n)];
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** degree <= number) low = middle;
    else high = middle;
  }
  return low;
}

const primes = [];
for (let number = 2; primes.length < 80; number++) {
  if (!primes.some((prime) => number % prime === 0)) primes.push(number);
}
/** The first 64 bits after the point of a root of a prime. */
const bits = (prime, degree) => cut(root(BigInt(prime) << (BITS * degree), degree));
const ROUND = primes.map((prime) => bits(prime, 3n));
const START = primes.slice(0, 8).map((prime) => bits(prime, 2n));
const turn = (word, by) => (word >> by) | cut(word << (BITS - by));

function schedule(view, at) {
  const words = new BigUint64Array(80); // what is beyond 64 bits falls off
  for (let step = 0; step < 16; step++) words[step] = view.getBigUint64(at + 8 * step);
  for (let step = 16; step < 80; step++) {
    const [two, fifteen] = [words[step - 2], words[step - 15]];
    const low = turn(fifteen, 1n) ^ turn(fifteen, 8n) ^ (fifteen >> 7n);
    const high = turn(two, 19n) ^ turn(two, 61n) ^ (two >> 6n);
    words[step] = words[step - 16] + low + words[step - 7] + high;
  }
  return words;
}

function compressed(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let step = 0; step < 80; step++) {
    const chosen = (e & f) ^ (~e & g);
    const one = h + (turn(e, 14n) ^ turn(e, 18n) ^ turn(e, 41n)) + chosen + ROUND[step] + words[step];
    const most = (a & b) ^ (a & c) ^ (b & c);
    const two = (turn(a, 28n) ^ turn(a, 34n) ^ turn(a, 39n)) + most;
    [h, g, f, e, d, c, b, a] = [g, f, e, cut(d + one), c, b, a, cut(one + two)];
  }
  return [a, b, c, d, e, f, g, h].map((word, place) => cut(word + state[place]));
}

/** The hash of bytes. */
export function sha512(data) {
  const room = new Uint8Array((((data.length + 16) >> 7) + 1) << 7);
  room.set(data);
  room[data.length] = 0x80;
  const view = new DataView(room.buffer);
  view.setBigUint64(room.length - 8, BigInt(data.length) << 3n);
  let state = START;
  for (let at = 0; at < view.byteLength; at += 128) state = compressed(state, schedule(view, at));
  const found = new DataView(new ArrayBuffer(64));
  state.forEach((word, place) => found.setBigUint64(8 * place, word));
  return new Uint8Array(found.buffer);
}
