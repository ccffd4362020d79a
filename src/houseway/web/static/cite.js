// Clauses for people: by number, or where the document has none in words; a tap on one shows its text.
import { h } from "./base.js";

const NUMBERED = /^(?:[0-9]|[A-Z](?:\.|$))/;
const PAYTABLE = /\bPT-[A-Z0-9-]+/g;

/** `clause 7.i`, or of a clause that has no number its name in words: `the rule "blackjack hit"`. */
export const clauseName = (id) =>
  NUMBERED.test(id) ? `clause ${id}` : `the rule \u201c${id.replaceAll(/[.-]/g, " ")}\u201d`;

/** A clause to tap on: the panel of the table shows its text. */
export const cite = (id) =>
  h(
    "button",
    { type: "button", class: "cite", "data-clause": id, "aria-label": `Read ${clauseName(id)}` },
    clauseName(id),
  );

/** A sentence of the room with the clauses it cites in words, and without the numbers of paytables. */
export const inWords = (sentence) =>
  sentence
    .replaceAll(/\bclause ([A-Za-z0-9][A-Za-z0-9.-]*[A-Za-z0-9]|[A-Za-z0-9])/g, (_whole, id) => clauseName(id))
    .replaceAll(PAYTABLE, "the paytable");
