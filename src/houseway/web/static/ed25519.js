// Ed25519 (RFC 8032), to sign and to verify: as strict as `houseway.verifier`, and over plain connections too.
import { bytes, hex } from "./sha256.js";
import { sha512 } from "./sha512.js";

const PRIME = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

const rest = (number) => ((number % PRIME) + PRIME) % PRIME;

function power(base, exponent) {
  let [value, square] = [1n, rest(base)];
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) value = value * square % PRIME;
    square = square * square % PRIME;
  }
  return value;
}

const inverse = (number) => power(number, PRIME - 2n);
const CURVE = rest(-121665n * inverse(121666n));
const TURN = power(2n, (PRIME - 1n) / 4n); // a root of -1
const little = (data) => BigInt(`0x${hex([...data].reverse())}`);

/** A point of the curve from its 32 bytes, as x, y, z and x y / z; null where there is none. */
function point(packed) {
  const bits = little(packed);
  const [y, odd] = [bits & (2n ** 255n - 1n), bits >> 255n];
  const square = rest((y * y - 1n) * inverse(CURVE * y * y + 1n));
  let x = power(square, (PRIME + 3n) / 8n);
  if (x * x % PRIME !== square) x = x * TURN % PRIME;
  if (x * x % PRIME !== square || y >= PRIME || (x === 0n && odd)) return null;
  if ((x & 1n) !== odd) x = PRIME - x;
  return [x, y, 1n, x * y % PRIME];
}

/** The sum of two points; the formula has no exception. */
function sum([a, b, c, d], [e, f, g, h]) {
  const [less, more] = [(b - a) * (f - e) % PRIME, (b + a) * (f + e) % PRIME];
  const [cross, twice] = [2n * CURVE * d * h % PRIME, 2n * c * g % PRIME];
  const [one, two, three, four] = [more - less, twice - cross, twice + cross, more + less];
  return [one * two, three * four, two * three, one * four].map(rest);
}

function times(number, base) {
  let [found, double] = [[0n, 1n, 1n, 0n], base];
  for (let left = number; left > 0n; left >>= 1n) {
    if (left & 1n) found = sum(found, double);
    double = sum(double, double);
  }
  return found;
}

const same = ([a, b, c], [d, e, f]) => rest(a * f - d * c) === 0n && rest(b * f - e * c) === 0n;

const BASE = point(Uint8Array.from({ length: 32 }, (_, at) => at ? 0x66 : 0x58));

/** The number that the hash of these bytes, one after the other, gives. */
function scalarOf(...pieces) {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return little(sha512(all)) % ORDER;
}

const littleBytes = (number) => bytes(number.toString(16).padStart(64, "0")).reverse();

/** A point as its 32 bytes. */
function packed([x, y, z]) {
  const [one, other] = [rest(x * inverse(z)), rest(y * inverse(z))];
  return littleBytes(other | (one & 1n) << 255n);
}

/** The key that 32 secret bytes are: its public half, and what signs a message. */
export function keyOf(secret) {
  const spread = sha512(secret);
  const [low, prefix] = [spread.slice(0, 32), spread.slice(32)];
  const own = (little(low) & (2n ** 254n - 8n)) | 2n ** 254n;
  const open = packed(times(own, BASE));
  const sign = (message) => {
    const once = scalarOf(prefix, message);
    const pledge = packed(times(once, BASE));
    const scalar = (once + scalarOf(pledge, open, message) * own) % ORDER;
    return Uint8Array.of(...pledge, ...littleBytes(scalar));
  };
  return { open, sign };
}

/** Whether a signature of a message is the key's, all of them bytes. */
export function signedBy(key, message, signature) {
  if (key.length !== 32 || signature.length !== 64) return false;
  const [pledge, scalar] = [signature.slice(0, 32), little(signature.slice(32))];
  const [open, shared] = [point(key), point(pledge)];
  if (open === null || shared === null || scalar >= ORDER) return false;
  if (same(times(8n, open), [0n, 1n, 1n])) return false; // a key of small order signs whatever there is
  const challenge = scalarOf(pledge, key, message);
  return same(times(scalar, BASE), sum(shared, times(challenge, open)));
}
