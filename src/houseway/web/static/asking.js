// Who the viewer is at the table, and what is asked of them.
import { word } from "./words.js";

const WORDS = JSON.parse(document.querySelector("[data-options]")?.dataset.options ?? "{}");

/** What an option's button says: the game's words for it, or its own. */
export const wordFor = (option) => {
  const own = word(WORDS[option] ?? option.replaceAll("-", " "));
  return own[0].toUpperCase() + own.slice(1);
};

export const mine = (view) => view.seats.find((each) => each.you) ?? null;

export const myQuestion = (view) => view.asked.find((each) => each.yours) ?? null;

/** What makes this question this one, and no later one in the same words: its number tells that. */
export function questionKey(view) {
  const asked = myQuestion(view);
  return asked === null ? "" : JSON.stringify([view.round, asked]);
}
