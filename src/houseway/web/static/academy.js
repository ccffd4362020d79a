// The dealers' drill: a question, an answer, the verdict with its clauses, and the next.
import { ask, h } from "./base.js";
import { clauseName, inWords } from "./cite.js";
import { Asked } from "./question.js";
import { _, thousands, tongue, word } from "./words.js";

const part = (id) => document.getElementById(id);
const game = part("academy").dataset.game;
let asked = null;
const here = { asked: 0, right: 0 };

async function next(focus = true) {
  asked = null;
  part("verdict").replaceChildren();
  const kind = part("kind").value;
  try {
    const found = await ask(`/api/academy/games/${game}/next`, { kind });
    if (kind !== part("kind").value) return;
    show(found);
    if (focus) asked.focus();
  } catch (fault) {
    failed(fault, () => next());
  }
}

function show(found) {
  const path = `/api/academy/games/${game}/${found.kind}/${found.seed}`;
  asked = new Asked(found.question, `${path}/hand`, (answer) => judge(path, answer));
  part("question").replaceChildren(
    h(
      "p",
      { class: "kind-name" },
      word(found.name),
      found.returns ? h("em", {}, _("You have had this one before")) : "",
    ),
    asked.element,
  );
  score(found.score);
}

async function judge(path, answer) {
  const mine = asked;
  part("verdict").replaceChildren(h("p", { class: "small" }, _("Judging …")));
  try {
    const { verdict, score: after } = await ask(`${path}/answer`, { answer });
    here.asked += 1;
    here.right += verdict.right ? 1 : 0;
    score(after);
    const go = h("button", { type: "button", class: "go", "data-key": "next", click: () => next() }, _("Next"));
    part("verdict").replaceChildren(told(verdict), h("div", { class: "row" }, go));
    go.focus({ preventScroll: true });
    part("verdict").scrollIntoView({ block: "nearest" });
  } catch (fault) {
    mine.open();
    failed(fault, null);
  }
}

function failed(fault, again) {
  part("verdict").replaceChildren(
    h("p", { class: "fault", role: "alert" }, fault.message),
    again === null
      ? ""
      : h("button", { type: "button", class: "go", "data-key": "next", click: again }, _("Try again")),
  );
}

/** The verdict: each mistake with its clause, the right answer, and the clauses in words. */
export function told(verdict) {
  return h(
    "div",
    { class: `verdict ${verdict.right ? "is-right" : "is-wrong"}` },
    h("p", { class: "verdict-head" }, h("strong", {}, verdict.right ? _("Right.") : _("Not right."))),
    verdict.right ? "" : h("ul", { class: "mistakes" }, verdict.mistakes.map(cited)),
    verdict.right ? "" : h(
      "dl",
      { class: "answer" },
      verdict.answer.map(({ asks, says }) => [h("dt", tongue(asks), word(asks)), h("dd", tongue(says), joined(says))]),
    ),
    verdict.right && verdict.why.length < 4 ? h("ul", { class: "mistakes" }, verdict.why.map(cited)) : "",
    verdict.clauses.length === 0 ? "" : h(
      "dl",
      { class: "clauses" },
      verdict.clauses.map(({ clause, says }) => [h("dt", {}, clauseName(clause)), h("dd", { lang: "en" }, says)]),
    ),
  );
}

/** An answer, part by part: each is a text of its own, its cards as people write them. */
const joined = (says) => inWords(says.split("; ").map(word).join("; "));

const cited = ({ says, clause }) =>
  h("li", tongue(says), inWords(word(says)), clause ? h("span", { class: "small" }, ` (${clauseName(clause)})`) : "");

function score(kept) {
  part("asked").textContent = thousands(kept === null ? here.asked : kept.asked);
  part("right").textContent = thousands(kept === null ? here.right : kept.right);
  part("waiting").textContent = kept === null ? "–" : thousands(kept.waiting);
}

document.addEventListener("keydown", (event) => {
  if (!event.target.matches("select, textarea")) asked?.key(event);
});
part("kind").addEventListener("change", () => {
  history.replaceState(null, "", `?kind=${part("kind").value}`);
  next(false);
});
next(false);
