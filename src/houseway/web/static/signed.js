// What the room has signed: the record of a round, and the head of its log, as `houseway.verifier` reads them.
import { signedBy } from "./ed25519.js";
import { bytes } from "./sha256.js";
import { _ } from "./words.js";

/** What the signature of an older record covers. */
const OLDER = ["table", "round", "root", "entries", "answers"];

/** Letters that everybody has; of two texts, the one whose first other letter has the lower number comes first. */
const plain = (text) =>
  JSON.stringify(text).replace(/[\u007f-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
const points = (text) => [...text].map((sign) => sign.codePointAt(0));

function inOrder(one, other) {
  const [first, second] = [points(one), points(other)];
  const at = first.findIndex((point, place) => point !== second[place]);
  return at < 0 ? first.length - second.length : first[at] - (second[at] ?? -1);
}

/** One text for one value, the one that is signed. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value === "string") return plain(value);
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.keys(value).sort(inOrder).map((key) => `${plain(key)}:${canonical(value[key])}`);
  return `{${fields.join()}}`;
}

/** Whether all numbers in something are whole, and none so large that a browser rounds it. */
function exact(value) {
  if (typeof value === "number") return Number.isSafeInteger(value);
  return value === null || typeof value !== "object" || Object.values(value).every(exact);
}

const HEX = /^(?:[0-9a-f]{2})+$/i;

/** Whether this message is signed with the key that is named. */
export function isSigned(what, told, by) {
  if (![by?.key, by?.signature].every((each) => typeof each === "string" && HEX.test(each))) return false;
  const message = new TextEncoder().encode(`houseway ${what}\n${canonical(told)}`);
  return signedBy(bytes(by.key), message, bytes(by.signature));
}

/** What is wrong with the signature of the head of the log. */
export function headFault({ at, root, size, ...by }) {
  return isSigned("log", { at, root, size }, by)
    ? ""
    : _("the head of the log is not signed with the key that it names");
}

/** What is wrong with the room's signature of a record: all of it, and of an older one who answered. A room signs every
 * record that it gives out; one that was kept may be older, where `older` says so. */
export function recordFault(record, { older = false } = {}) {
  if (!exact(record)) return _("a number of the record is not whole, or too large");
  if ("signed" in record) {
    const { signed, ...told } = record;
    return isSigned("record", told, signed) ? "" : _("the record is not signed with the key that it names");
  }
  if ("answers_signed" in record) {
    const told = Object.fromEntries(OLDER.map((name) => [name, record[name] ?? null]));
    if (!isSigned("answers", told, record.answers_signed)) {
      return _("who answered is not signed with the key that it names");
    }
  } else if (older && "answers" in record) {
    return _("who answered is told without the room's signature");
  }
  return older ? "" : _("the record is without the room's signature");
}

/** Who has signed a record, in a sentence; the room signed its log with this key. */
export function signedSaid({ signed }, key) {
  if (signed === undefined) {
    return _("It is older and not signed whole: who staked and was paid what, and when, is as told.");
  }
  return signed.key === key
    ? _("It is signed with the key that signed the log.")
    : _("It is signed with a key that did not sign the log: whose it is, this page does not know.");
}

/** Whether the log is signed with another key than this browser saw last, in a sentence; nothing where it saw none. */
export function otherKeySaid(key, seen) {
  if (!seen || seen === key) return "";
  const told = _(
    "Another key (%(key)s…) signs the log than your browser saw last (%(seen)s…): ask the room if it changed its key.",
    { key: key.slice(0, 16), seen: seen.slice(0, 16) },
  );
  return ` ${told}`;
}
