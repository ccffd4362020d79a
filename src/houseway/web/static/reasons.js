// What was compared to come to a payout: a tree as nested lists.
import { h, title } from "./base.js";
import { cite, inWords } from "./cite.js";
import { tongue, word } from "./words.js";

export const tree = (parts) => h("ul", { class: "reasons" }, parts.map(leaf));

function leaf({ says, clause, parts }) {
  const named = clause === "" || says.includes(`clause ${clause}`);
  return h(
    "li",
    tongue(says),
    inWords(title(word(says))),
    named ? "" : h("small", {}, " ", cite(clause)),
    parts.length ? tree(parts) : "",
  );
}
