// The form of proofs and records, as `houseway.verifier` reads them: of what has another, nothing else is looked at.
import { _ } from "./words.js";

export const MOST_SEATS = 100; // of a round
const [MOST_CARDS, MOST_DICE, MOST_DRAWN, MOST_TURNS] = [10000, 100, 10 ** 6, 2 ** 25];
const MOST_LINES = 20000; // of a list

const text = (told) => typeof told === "string";
const like = (pattern) => (told) => text(told) && pattern.test(told);
const int = (told) => Number.isSafeInteger(told);
const from = (least, most) => (told) => int(told) && told >= least && told <= most;

/** Whether something is a SHA-256 as it is written: a longer text may be the same bytes to who reads pairs. */
export const isHash = like(/^[0-9a-f]{64}$/);

const WHOLE = from(0, Number.MAX_SAFE_INTEGER);
const [PLACE, DRAWN] = [from(0, MOST_CARDS), from(-MOST_DRAWN, MOST_DRAWN)];
const AMOUNT = like(/^\d{1,15}\.\d\d$/);
const COUNT = like(/^(?:0|[1-9]\d{0,14})$/);
const SHARE = like(/^(?:\d{1,9}(?:\.\d{1,12})?%|\d{1,9}(?:\.\d{1,12}|[:/][1-9]\d{0,8})?)$/);

const isTable = (told) => told !== null && typeof told === "object" && !Array.isArray(told);
const pack = (told) =>
  isTable(told) && Object.values(told).every(PLACE) &&
  Object.values(told).reduce((sum, count) => sum + count, 0) <= MOST_CARDS;

/** One step of a path: on which side the neighbour lies, and its hash. */
const step = (told) =>
  Array.isArray(told) && told.length === 2 && ["left", "right"].includes(told[0]) && isHash(told[1]);

const UTC = /^((?!0000)\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3})?\+00:00$/;

/** Whether something is a time as the room tells it; without the zone it would be another one to each reader. */
export function isMoment(told) {
  const day = text(told) ? UTC.exec(told)?.[1] : undefined;
  const at = day === undefined ? NaN : Date.parse(told);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}

const SETTINGS = { "*": text, "decks?": COUNT, "seats?": COUNT, "penetration?": SHARE };
const SIGNED = { key: isHash, signature: text };
const SEAL = { seat: from(1, MOST_SEATS), commit: text, modulus: text, base: text, "factor?": text, "number?": text };
const ENTRY = {
  ...{ "deal?": text, "call?": text, "choose?": text, "wager?": text, "set?": { "*": [text] } },
  ...{ "to?": int, "seat?": int, "draw?": int, "cents?": int, "cards?": int },
};
const HEAD = { size: int, root: text, at: text, ...SIGNED };
const RECORD = {
  ...{ round: int, table: int, shoe: int, position: PLACE, cut: PLACE, game: text, root: text },
  ...{ settings: SETTINGS, pack, entries: [ENTRY], "dealer?": { "cards?": [text] } },
  seat: [{ number: int, cards: [text], "wagers?": { "*": AMOUNT } }, MOST_SEATS],
  payouts: [{ seat: int, wager: text, cents: int, returned_cents: int, stake_cents: int }],
  "draws?": [{ what: text, least: DRAWN, most: DRAWN, number: DRAWN, dice: from(0, MOST_DICE) }],
  ...{ "turns?": from(0, MOST_TURNS), "seals?": [SEAL], "gone?": [PLACE], "displayed?": [text], "burnt?": [text] },
  "answers?": [{ line: int, entry: int, seat: int, at: isMoment, by: text, "why?": text, "asked?": isMoment }],
  "after?": WHOLE,
  "bets?": [
    {
      ...{ seat: int, entry: WHOLE, at: isMoment, wagers: { "*": int }, "commit?": text },
      "signed?": { ...SIGNED, nth: WHOLE },
    },
  ],
  ...{ "answers_signed?": SIGNED, "signed?": SIGNED, "started?": isMoment, "ended?": isMoment },
  "document?": { "hash?": text },
};
const PROOF = {
  ...{ shoe: int, table: int, size: from(1, MOST_CARDS), game: text, root: text, settings: SETTINGS, pack },
  cut: (told) => told === null || PLACE(told),
  ended: (told) => typeof told === "boolean",
  openings: [{ index: PLACE, number: from(0, 52), card: text, salt: like(/^[0-9a-f]{32}$/), path: [step] }],
  "log?": { index: int, path: [isHash], head: HEAD, "after?": int },
};

/** The first field that is missing or not of its shape: a test of one value, a list of a shape (and of how many), or a
 * table of shapes by key, `key?` where it may be missing. */
function misshapen(told, shape, where) {
  if (typeof shape === "function") return shape(told) ? "" : where;
  if (Array.isArray(shape)) {
    const [inner, most = MOST_LINES] = shape;
    if (!Array.isArray(told) || told.length > most) return where;
    return first(told, (each, at) => misshapen(each, inner, `${where}[${at}]`));
  }
  if (!isTable(told)) return where;
  return first(Object.entries(shape), ([key, inner]) => {
    const name = key.replace("?", "");
    if (key === "*") return first(Object.entries(told), ([each, value]) => misshapen(value, inner, `${where}.${each}`));
    if (Object.hasOwn(told, name)) return misshapen(told[name], inner, `${where}.${name}`);
    return name === key ? `${where}.${name}` : "";
  });
}

function first(all, faultOf) {
  for (const [at, each] of all.entries()) {
    const fault = faultOf(each, at);
    if (fault) return fault;
  }
  return "";
}

const said = (field) =>
  field && _("a field is missing, or holds what belongs nowhere in it: %(field)s", { field: field.slice(0, 80) });

export const recordFormFault = (told) => said(misshapen(told, RECORD, "record"));
export const proofFormFault = (told) => said(misshapen(told, PROOF, "proof"));
export const headFormFault = (told) => said(misshapen(told, HEAD, "head"));
