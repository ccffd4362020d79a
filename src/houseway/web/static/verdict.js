// What a check has found, where it is told: refusal and approval differ in a sign and in words, not in colour alone.
import { h } from "./base.js";

const LOOKS = { true: ["holds", "✓"], false: ["fault", "✗"] };

/** Tell it in its place; `holds` is nothing where nothing was judged. */
export function tell(place, words, holds) {
  const [look, sign] = LOOKS[holds] ?? ["", ""];
  place.className = look;
  place.setAttribute("role", holds === false ? "alert" : "status");
  place.replaceChildren(...(sign ? [h("strong", { "aria-hidden": "true" }, `${sign} `)] : []), words);
}
