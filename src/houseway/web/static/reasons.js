// What was compared to come to a payout: a tree as nested lists.
import { h, title } from "./base.js";
import { cite, clauseName, inWords } from "./cite.js";
import { _, tongue, word } from "./words.js";

const QUOTED = /^clause \S+ of (.+?): (.+)$/s;

export const tree = (parts) => h("ul", { class: "reasons" }, parts.map(leaf));

function leaf({ says, clause, parts }) {
  const [, source, text] = (clause !== "" && says.startsWith(`clause ${clause} of `) && says.match(QUOTED)) || [];
  if (text !== undefined) return h("li", {}, quoted(clause, source, text), parts.length ? tree(parts) : "");
  const named = clause === "" || says.includes(`clause ${clause}`);
  return h(
    "li",
    tongue(says),
    title(inWords(word(says))),
    named ? "" : h("small", {}, " ", cite(clause)),
    parts.length ? tree(parts) : "",
  );
}

/** A clause by its name, to tap on, with the text that the approved document has: that stays English. */
function quoted(clause, source, text) {
  const name = title(_("%(clause)s of %(source)s", { clause: clauseName(clause), source }));
  return [
    h("button", { type: "button", class: "cite", "data-clause": clause }, name),
    ": ",
    h("span", { lang: "en" }, text),
  ];
}
