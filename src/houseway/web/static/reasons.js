// What was compared to come to a payout: a tree as nested lists.
import { h, title } from "./base.js";

export const tree = (parts) => h("ul", { class: "reasons" }, parts.map(leaf));

function leaf({ says, clause, parts }) {
  const named = clause === "" || says.includes(`clause ${clause}`);
  return h(
    "li",
    {},
    title(says),
    named ? "" : h("small", {}, ` clause ${clause}`),
    parts.length ? tree(parts) : "",
  );
}
