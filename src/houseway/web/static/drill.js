// The drill: deal a decision, take an answer, tell what it cost, keep the score.
import { Arranger } from "./arrange.js";
import { wordFor } from "./asking.js";
import { ask, askWhenReady, cardFace, dollars, h } from "./base.js";
import { Score } from "./score.js";
import { decisions, preparing } from "./trainer.js";
import { _, word } from "./words.js";

const game = document.getElementById("drill").dataset.game;
const part = (id) => document.getElementById(id);
const score = new Score(game, {
  decided: part("decided"),
  right: part("right"),
  cost: part("cost"),
  history: part("history"),
  waiting: part("waiting"),
});

let current = null;

/** The least wager, and no less than a dollar where one may: nobody insures for a cent. */
const atLeast = ({ least_cents: least, most_cents: most }) => Math.min(most, Math.max(least, 100));

async function deal(focus = true) {
  const kind = part("kind").value;
  current = null;
  part("verdict").replaceChildren();
  part("choices").replaceChildren(h("p", { class: "small", role: "status" }, _("Dealing …")));
  try {
    const dealt = await ask(`/api/games/${game}/drill`, { kind });
    if (kind !== part("kind").value) return; // another kind is wanted by now
    current = dealt;
    show(dealt);
    if (focus) part("choices").querySelector("button:enabled")?.focus();
  } catch (fault) {
    part("verdict").replaceChildren(h("p", { class: "fault", role: "alert" }, fault.message));
    part("choices").replaceChildren(
      h("button", { type: "button", class: "go", "data-key": "next", click: () => deal() }, _("Try again")),
    );
  }
}

function show(dealt) {
  const { asked } = dealt;
  part("before").hidden = !dealt.returns;
  part("dealer-cards").replaceChildren(
    ...dealt.dealer.map((card) => cardFace(card)),
  );
  if (asked.kind === "arrange") {
    const arranger = new Arranger(`/api/drill/${dealt.drill}/hand`, asked, {
      tell: () => {},
      set: (piles) => answer(dealt, { answer: piles }),
    });
    part("own").replaceChildren(arranger.element);
    part("choices").replaceChildren(arranger.controls);
    return;
  }
  part("own").replaceChildren(h("div", { class: "hand" }, dealt.cards.map((card) => cardFace(card))));
  const options = asked.kind === "choose" ? asked.options.map((option) => [option, wordFor(option)]) : [
    [0, _("No %(wager)s", { wager: word(asked.wager.replaceAll("-", " ")) })],
    [atLeast(asked), _("Wager %(amount)s", { amount: dollars(atLeast(asked)) })],
  ];
  const letters = lettersFor(options.map(([, words]) => words));
  part("choices").replaceChildren(
    ...options.map(([value, words], place) =>
      h(
        "button",
        {
          type: "button",
          class: "go choice",
          "data-key": `choose-${value}`,
          "data-letter": letters[place],
          "aria-keyshortcuts": letters[place],
          click: () => answer(dealt, { answer: value }),
        },
        words,
        h("kbd", { "aria-hidden": "true" }, letters[place].toUpperCase()),
      )
    ),
  );
}

/** A letter for each of some words: its first that no other has. */
function lettersFor(all) {
  const taken = new Set();
  return all.map((words) => {
    const letter = [...words.toLowerCase()].find((each) => /[a-z]/.test(each) && !taken.has(each)) ?? "";
    taken.add(letter);
    return letter;
  });
}

async function answer(dealt, given) {
  for (const button of part("choices").querySelectorAll("button")) button.disabled = true;
  part("verdict").replaceChildren(h("p", {}, _("Computing …")));
  try {
    const line = await askWhenReady(
      `/api/drill/${dealt.drill}/answer`,
      given,
      (wait) => part("verdict").replaceChildren(preparing(wait)),
    );
    score.count(line);
    if (current !== dealt) return;
    part("verdict").replaceChildren(decisions([line], line.seat));
  } catch (fault) {
    if (current !== dealt) return;
    part("verdict").replaceChildren(h("p", { class: "fault" }, fault.message));
  }
  const next = h("button", { type: "button", class: "go", "data-key": "next", click: () => deal() }, _("Next"));
  part("choices").replaceChildren(next);
  next.focus();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("select, input, textarea")) return;
  const letter = event.key.toLowerCase();
  if (/^[1-9]$/.test(letter)) part("choices").querySelectorAll(".choice")[letter - 1]?.click();
  if (!/^[a-z]$/.test(letter)) return;
  const next = letter === "n" ? part("choices").querySelector("[data-key=next]") : null;
  (next ?? part("choices").querySelector(`[data-letter="${letter}"]:enabled`))?.click();
});
part("kind").addEventListener("change", () => {
  history.replaceState(null, "", `?kind=${part("kind").value}`);
  deal(false);
});
deal(false);
