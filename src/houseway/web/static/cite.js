// Clauses for people: by number, or where the document has none in words; a tap on one shows its text.
import { h } from "./base.js";
import { _, clauseTitle } from "./words.js";

const CLAUSE = _("clause %(id)s", { id: "\n" }).split("\n").map((part) =>
  part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")
);
const CITED = new RegExp(`(?<!\\p{L})${CLAUSE.join("([A-Za-z0-9][A-Za-z0-9.-]*[A-Za-z0-9]|[A-Za-z0-9])")}`, "gu");
const NUMBERED = /^(?:[0-9]+|[A-Z])(?:\.(?:[0-9]+|[a-z]|[ivx]+))*$/;
const PAYTABLE = /\bPT-[A-Z0-9-]+/g;

/** `clause 7.i`, or of a clause that has no number its name in words: `the rule "what a push is"`. */
export const clauseName = (id) =>
  NUMBERED.test(id) ? _("clause %(id)s", { id }) : _("the rule “%(name)s”", { name: clauseTitle(id) });

/** The same where it is plain that it is a clause. */
export const clauseLabel = (id) => NUMBERED.test(id) ? id : `\u201c${clauseTitle(id)}\u201d`;

/** A clause to tap on: the panel of the table shows its text. */
export const cite = (id) =>
  h(
    "button",
    {
      type: "button",
      class: "cite",
      "data-clause": id,
      "aria-label": _("Read %(clause)s", { clause: clauseName(id) }),
    },
    clauseName(id),
  );

/** A sentence of the room, the clauses that it cites to tap on. */
export function citing(sentence) {
  const parts = [];
  let at = 0;
  for (const found of sentence.matchAll(CITED)) {
    parts.push(sentence.slice(at, found.index), cite(found[1]));
    at = found.index + found[0].length;
  }
  return [...parts, sentence.slice(at)];
}

const CARD = /(?<![\w-])([2-9TJQKA])([cdhs])(?![\w-])/g;
const SYMBOLS = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** Whether "As" at this place begins a sentence: records have the ace of spades by the same letters. */
const begins = (text, at) => /(?:^|[.:;] )$/.test(text.slice(0, at)) && /^ [a-z]/.test(text.slice(at + 2));

const TEN = /T(?=[♣♦♥♠])/g;

/** Cards as people write them, `10♥`; records have `Th`, and games may say `T♥`. */
export const suited = (sentence) =>
  sentence.replaceAll(
    CARD,
    (whole, rank, suit, at) => whole === "As" && begins(sentence, at) ? whole : rank + SYMBOLS[suit],
  ).replaceAll(TEN, "10");

const MINUS = /(?<=^|[ (])-(?=\$?[0-9])/g;

/** A sentence of the room with its cards and the clauses it cites in words, and without the numbers of paytables. */
export const inWords = (sentence) =>
  suited(sentence)
    .replaceAll(CITED, (_whole, id) => clauseName(id))
    .replaceAll(PAYTABLE, _("the paytable"))
    .replaceAll(MINUS, "−");
