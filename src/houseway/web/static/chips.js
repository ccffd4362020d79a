// Chips in the usual colours, stacked by amount with the sum in figures.
import { dollars, h, symbol } from "./base.js";

export const VALUES = [1, 5, 25, 100];
const STACKED = [500, 100, 25, 5, 1];

/** A stack of this amount; a rest of cents is one more white chip. */
export function stack(cents, most = 7) {
  const discs = [];
  let left = cents;
  for (const value of STACKED) for (; left >= value * 100; left -= value * 100) discs.push(value);
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

/** Cents of what was typed; null where it is no amount. */
export function cents(text) {
  const match = /^\s*\$?\s*(\d{1,7})(?:\.(\d{1,2}))?\s*$/.exec(text.replaceAll(",", ""));
  return match === null ? null : Number(match[1]) * 100 + Number((match[2] ?? "0").padEnd(2, "0"));
}
