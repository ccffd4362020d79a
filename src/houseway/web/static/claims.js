// What no proof and no record may tell as it likes: the pack of a game, the bounds of numbers, the place in the log.
import { isHash } from "./forms.js";
import { bytes, hex, sha256 } from "./sha256.js";
import { canonical } from "./signed.js";
import { _ } from "./words.js";

const RANKS = "23456789TJQKA";

/** The greatest number that is drawn anywhere. */
const LARGE = 1000000;

/** The greatest number of a shoe or a table, and of entries of a log. */
export const MOST = 2 ** 31 - 1;

/** The ranks and the jokers of one deck, by game; the setting `decks` says how many there are. */
const PACKS = {
  "super-pan-9": ["23456JQKA", 0],
  "supreme-99": [RANKS, 0],
  "dealer-open-pai-gow": [RANKS, 1],
  "chinese-poker": [RANKS, 0],
  "super-pairs": [RANKS, 0],
};

/** Games that are dealt in so many packets: three dice, or a number of 1 to that, name who gets the first. */
export const PACKETS = { "supreme-99": 7, "dealer-open-pai-gow": 7 };

/** The jackpots of a game that can have meters: their settings alone are left out of the closing of a round. */
export const JACKPOTS = { "super-pairs": ["21-plus-3-jackpot", "lucky-ladies-jackpot", "super-pairs-jackpot"] };

/** The settings that tell what meters display: of the jackpots that the table offers, where no house pays them. */
function metersOf({ game, settings }) {
  if ((settings["jackpot-kind"] ?? "house") === "house") return [];
  const offered = (JACKPOTS[game] ?? []).filter((jackpot) => settings[`offer-${jackpot}`] === "yes");
  return offered.map((jackpot) => `${jackpot}-meter`);
}

/** What is wrong with the settings that a record leaves out of the closing: it would fit whatever is told of them. */
export function displayedFault({ game, settings, displayed }) {
  if (!knows(game)) return "";
  const meters = metersOf({ game, settings });
  const other = (displayed ?? []).find((each) => !meters.includes(each));
  return other === undefined ? "" : _("the setting %(setting)s is told as what a meter displays, and is none", {
    setting: other,
  });
}

/** Whether this page knows how many of each card a game has, and how it draws numbers. */
export const knows = (game) => Object.hasOwn(PACKS, game);

/** Whether something is a whole number between bounds: "3" is none, and would be another shoe than 3. */
export const whole = (value, least, most) => Number.isSafeInteger(value) && value >= least && value <= most;

/** Whether two lists are the same, one by one: put together as a text, two of theirs may read as one. */
export const alike = (one, other) => one.length === other.length && one.every((each, at) => each === other[at]);

/** What is wrong with who is told to have answered, by the receipts of one's own: each stands in the record as it was
 * acknowledged, as a player's and no time that ran out. */
export function receiptFault({ table, entries, answers }, receipts) {
  const stands = (kept) => ({ line, entry, at, by }) =>
    by === "player" && entry === kept.entry && at === kept.at && canonical(entries[line]) === canonical(kept.answer);
  const answered = receipts.filter(({ bet }) => bet === undefined);
  const all = answered.every((kept) => kept.table === table && (answers ?? []).some(stands(kept)));
  return all ? "" : _("an answer of yours is not told as the room has acknowledged it");
}

/** What is wrong with the pack that a proof tells; empty where it is the game's, or nobody here knows the game. */
export function packFault({ game, pack, settings }) {
  if (!knows(game)) return "";
  const [ranks, jokers] = PACKS[game];
  const { decks = "1" } = settings;
  if (typeof decks !== "string" || !/^(0|[1-9]\d{0,14})$/.test(decks)) {
    return _("a place, a card or a count is none that a shoe has");
  }
  const own = Object.fromEntries([...ranks].flatMap((rank) => [..."cdhs"].map((suit) => [rank + suit, Number(decks)])));
  if (jokers) own.Jk = jokers * Number(decks);
  const other = Object.keys({ ...own, ...pack }).find((card) => (own[card] ?? 0) !== (pack[card] ?? 0));
  return other === undefined ? "" : _("the pack has %(told)s of %(card)s, and the game's has %(own)s", {
    told: pack[other] ?? 0,
    card: other,
    own: own[other] ?? 0,
  });
}

/** What is wrong with the bounds or the moment of the numbers that a record tells: a house that tells its own picks. */
export function boundsFault({ game, settings, draws, entries, seals, turns }) {
  if (draws === undefined && (seals ?? turns) !== undefined) return _("it leaves out which numbers were drawn");
  const drawable = ({ least, most }) => [least, most].every((each) => whole(each, -LARGE, LARGE)) && least <= most;
  if (!(draws ?? []).every((each) => drawable(each) && whole(each.dice, 0, 100))) {
    return _("a number is told with bounds that are none");
  }
  if (!knows(game)) return draws?.length ? _("numbers were drawn, and this page does not know how its game draws") : "";
  const dice = settings.order === "dice";
  const known = Object.hasOwn(PACKETS, game) ? [dice ? [3, 18, 3] : [1, PACKETS[game], 0]] : [];
  const told = (draws ?? []).map(({ least, most, dice }) => [least, most, dice]);
  if (told.length < known.length) return _("a number was drawn that nothing covers");
  if (told.length !== known.length || !told.every((each, at) => alike(each, known[at]))) {
    return _("a number is told with other bounds than the game draws it with");
  }
  const first = entries.findIndex((entry) => "deal" in entry);
  const early = entries.slice(0, first < 0 ? entries.length : first).filter((entry) => "draw" in entry);
  return early.length === known.length ? "" : _("a number is not drawn before the first card, where the game draws it");
}

const node = (left, right) => sha256(Uint8Array.of(1), left, right);

/** The root that a leaf of the log and what stands beside it lead to (RFC 9162, 2.1.3.2); empty where there is none. */
function headOf(leaf, index, size, path) {
  if (!path.every(isHash)) return "";
  const steps = path.map(bytes);
  let [found, at, last] = [leaf, index, size - 1];
  for (; last > 0; [at, last] = [at >> 1, last >> 1]) {
    if (at % 2 || at === last) {
      while (at % 2 === 0 && at > 0) [at, last] = [at >> 1, last >> 1];
      if (at === 0) continue;
      if (steps.length === 0) return "";
      found = node(steps.shift(), found);
    } else {
      if (steps.length === 0) return "";
      found = node(found, steps.shift());
    }
  }
  return steps.length ? "" : hex(found);
}

/** The leaf of an entry; `after` is the last round of the table before the shoe, which older entries do not tell. */
export const leafOf = ({ after, root, shoe, size, table }) =>
  sha256(Uint8Array.of(0), JSON.stringify({ after, root, shoe, size, table }));

/** What is wrong with the place in the log of roots that a proof tells; its signature is left to the verifier. */
export function logFault({ log, root, shoe, size, table }) {
  if (log === undefined) return _("the proof does not tell where its seal stands in the log");
  const { index, path, head, after } = log;
  const leaf = leafOf({ after, root, shoe, size, table });
  if (
    ![shoe, size, table].every((each) => whole(each, 1, MOST)) || !whole(head.size, 1, MOST) ||
    (after !== undefined && !whole(after, 0, MOST))
  ) {
    return _("the log tells what is no whole number");
  }
  if (!whole(index, 0, head.size - 1)) return _("the log is not so long");
  return headOf(leaf, index, head.size, path) === head.root ? "" : _("its seal is not in the log");
}
