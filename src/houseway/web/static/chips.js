// Chips in the usual colours, stacked by amount with the sum in figures.
import { dollars, h, symbol } from "./base.js";
import { _ } from "./words.js";

export const VALUES = [1, 5, 25, 100];
const STACKED = [500, 100, 25, 5, 1];

/** A stack of this amount; a rest of cents is one more white chip. */
export function stack(cents, most = 7) {
  const discs = [];
  let left = cents;
  for (const value of STACKED) {
    for (; left >= value * 100 && discs.length < most; left -= value * 100) discs.push(value);
  }
  if (left > 0) discs.push(1);
  const shown = discs.slice(0, most);
  const pile = h("span", { class: "stack", "aria-hidden": "true" });
  shown.forEach((value, place) => {
    const disc = symbol(`disc-${value}`, "0 0 50 30", "disc");
    disc.style.bottom = `${place * 5}px`;
    pile.append(disc);
  });
  pile.style.height = `${24 + 5 * Math.max(0, shown.length - 1)}px`;
  return pile;
}

export const amount = (cents) => h("span", { class: "amount" }, dollars(cents));

/** As `money.py` has it: a comma stands between groups of three digits, cents behind a point; 2.5 is 2.50 here. */
const AMOUNT = /^\$?\s*(\d{1,3}(?:,\d{3}){1,3}|\d{1,12})(?:\.(\d{1,2}))?$/;

/** Cents of what was typed; null where it is no amount. */
export function cents(text) {
  const match = AMOUNT.exec(text.trim());
  if (match === null) return null;
  return Number(match[1].replaceAll(",", "")) * 100 + Number((match[2] ?? "0").padEnd(2, "0"));
}

const LONGEST = 20;

/** How an amount is written, where what was typed is none. */
export function notAmount(typed) {
  const text = typed.trim().length > LONGEST ? `${typed.trim().slice(0, LONGEST)}…` : typed.trim();
  return /\d,\d/.test(text)
    ? _("“%(text)s” is not an amount: write cents behind a point, as in 12.50.", { text })
    : _("“%(text)s” is not an amount: write dollars, as in 5 or 2.50.", { text });
}
