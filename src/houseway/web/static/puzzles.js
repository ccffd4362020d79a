// Numbers that are sealed by squaring: what `houseway.room.nonces` says of them, in the browser.
import { bytes, hex, sha256 } from "./sha256.js";
import { _ } from "./words.js";

const BITS = 1024;
export const TURNS = 2 ** 25; // as often as every number is squared: nobody may choose it afterwards
const ROUNDS = 24;
const SMALL = [];
for (let number = 3; number < 2000; number += 2) {
  if (!SMALL.some((prime) => number % prime === 0)) SMALL.push(number);
}
const pause = () => new Promise((done) => setTimeout(done));

const big = (text) => BigInt(`0x${text}`);
const wide = (number) => bytes(number.toString(16).padStart(BITS / 4, "0"));

function power(base, exponent, modulus) {
  let [value, square] = [1n, base % modulus];
  for (const bit of exponent.toString(2).split("").reverse()) {
    if (bit === "1") value = value * square % modulus;
    square = square * square % modulus;
  }
  return value;
}

/** Miller and Rabin, with bases that hashes of the number give. */
function prime(number) {
  if (number < 5n || number % 2n === 0n) return number === 2n || number === 3n;
  let [odd, twos] = [number - 1n, 0];
  for (; odd % 2n === 0n; odd /= 2n) twos++;
  for (let round = 0; round < ROUNDS; round++) {
    const base = 2n + big(hex(sha256(Uint8Array.of(6), wide(number), Uint8Array.of(round)))) % (number - 3n);
    let value = power(base, odd, number);
    let passes = value === 1n || value === number - 1n;
    for (let step = 1; step < twos && !passes; step++) {
      value = value * value % number;
      passes = value === number - 1n;
    }
    if (!passes) return false;
  }
  return true;
}

const drawn = (size) => big(hex(crypto.getRandomValues(new Uint8Array(size / 8))));

/** A prime of half the bits, looked for in small steps: nobody at the table waits for it. */
async function somePrime() {
  const half = BITS / 2;
  for (;;) {
    const start = drawn(half) | (3n << BigInt(half - 2)) | 1n;
    const rests = SMALL.map((small) => Number(start % BigInt(small)));
    for (let step = 0; step < 2000; step += 2) {
      if (rests.some((rest, at) => (rest + step) % SMALL[at] === 0)) continue;
      const tried = start + BigInt(step);
      await pause();
      if (power(2n, tried - 1n, tried) === 1n && prime(tried)) return tried;
    }
  }
}

/** Whether something is spelled as the number of a seal. */
const isNumber = (told) => typeof told === "string" && /^[0-9a-f]{1,256}$/i.test(told);

/** What a seal is committed to by; nothing fits "", which is what is said of what is no seal. */
export function commitment(seal) {
  const { modulus, base } = seal ?? {};
  if (!isNumber(modulus) || !isNumber(base)) return "";
  return hex(sha256(Uint8Array.of(5), wide(big(modulus)), wide(big(base))));
}

/** A number of one's own: what is committed to, what seals it, and what opens it. */
export async function freshNumber() {
  const [one, other] = [await somePrime(), await somePrime()];
  const product = one * other;
  if (one === other || product.toString(2).length !== BITS) return freshNumber();
  const seal = { modulus: product.toString(16), base: (2n + drawn(BITS) % (product - 2n)).toString(16) };
  return { commit: commitment(seal), seal, factor: one.toString(16) };
}

const gcd = (one, other) => other === 0n ? one : gcd(other, one % other);

/** What is wrong with a number that was brought to a round; empty where it holds. One that was found is not squared. */
export function sealFault(told) {
  const [modulus, base] = [big(told.modulus), big(told.base)];
  if (modulus.toString(2).length !== BITS || base <= 1n || base >= modulus || gcd(base, modulus) !== 1n) {
    return _("is sealed by a modulus or a base that is none");
  }
  if (commitment(told) !== told.commit) return _("is not what was committed to");
  if (told.factor === undefined) return "";
  const one = big(told.factor);
  if (one < 2n || modulus % one !== 0n || one * one === modulus) return _("is opened by no prime of its modulus");
  const half = (factor) => factor.toString(2).length === BITS / 2 && prime(factor);
  if (!half(one) || !half(modulus / one)) return _("is opened by no prime of its modulus");
  return "";
}

/** What a number adds to the seed. */
function nonce(told, turns) {
  if (told.factor === undefined) return hex(sha256(Uint8Array.of(4), wide(big(told.number))));
  const [modulus, one] = [big(told.modulus), big(told.factor)];
  const exponent = power(2n, BigInt(turns), (one - 1n) * (modulus / one - 1n));
  return hex(sha256(Uint8Array.of(4), wide(power(big(told.base), exponent, modulus))));
}

/** What all numbers of a round give together; nothing where nobody brought one. */
export function seedOf(record) {
  const seals = [...(record.seals ?? [])].sort((a, b) => a.seat - b.seat);
  if (seals.length === 0) return new Uint8Array();
  const nonces = seals.map((each) => `${each.seat}:${nonce(each, record.turns)}`);
  return sha256(Uint8Array.of(3), [record.root, ...nonces].join("|"));
}

/** One text for one value: in letters that everybody has. */
const plain = (value) =>
  JSON.stringify(value).replace(/[\u007f-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** A setting as it is hashed: itself, or by its hash where it has more than 64 bytes. */
function inShort(value) {
  const text = new TextEncoder().encode(value);
  return text.length <= 64 ? value : `sha256 ${hex(sha256(text))}`;
}

/** What a table was set to, as one hash: all but amounts that are displayed and move; older records do not tell it. */
export const settingsOf = ({ game, document, displayed, settings }) =>
  displayed === undefined ? undefined : setTo({
    game,
    document: document.hash,
    displayed,
    settings: Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, inShort(value)])),
  });

/** The same of a table as it is shown: from the settings themselves, whatever hash the room tells. */
export const setIn = ({ game, document, displayed, settings, contents }) =>
  setTo({ game, document, displayed, settings: { ...settings, ...contents } });

function setTo({ game, document, displayed, settings }) {
  const fixed = Object.keys(settings).filter((key) => !displayed.includes(key)).sort();
  const told = { displayed, document, game, settings: Object.fromEntries(fixed.map((key) => [key, settings[key]])) };
  return hex(sha256(Uint8Array.of(8), plain(told)));
}

/** Who has staked what, [seat, cents by wager] each: one text for one. */
const staked = (stakes) => {
  const wagers = (laid) => Object.keys(laid).sort().map((wager) => [wager, laid[wager]]);
  return plain(stakes.map(([seat, laid]) => [seat, wagers(laid)]));
};

/** All that was fixed before the first number was opened, as one hash; stakes as above, commitments by seat.
 * Browsers noted form 9 before it held the stakes, and 7 before it held the settings. */
export function closing({ root, round, cut, position, gone, settings }, stakes, commits, form = 10) {
  const told = Object.keys(commits).map(Number).sort((a, b) => a - b).map((seat) => `${seat}:${commits[seat]}`);
  const inOrder = [...stakes].sort(([a], [b]) => a - b);
  const seats = form === 10 ? staked(inOrder) : inOrder.map(([seat]) => seat).join(",");
  const fixed = [root, round, cut, position, gone, ...(form === 7 ? [] : [settings]), seats, ...told];
  return hex(sha256(Uint8Array.of(form), fixed.join("|")));
}
