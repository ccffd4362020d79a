// Motion explains: a card comes from the shoe, a hidden card is turned, chips go to who won. None where none is wished.

import { wish } from "./base.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
export const PACES = { calm: 1.8, usual: 1, quick: .45 };

/** How long things take, as the person wishes it. */
const pace = () => PACES[wish.read("pace", "usual")] ?? 1;

const known = new Map();
let round;

/** Forget the cards of the last round; the first view of a page arrives without motion. */
export function begin(current, first) {
  if (current !== round) known.clear();
  round = current;
  return first;
}

/** Move the cards that are new or were turned since the last view; how many milliseconds it takes. */
export function settle(felt, quiet) {
  const cards = [...felt.querySelectorAll("[data-at]")];
  const shoe = document.getElementById("shoe").getBoundingClientRect();
  const fresh = [];
  for (const card of cards) {
    const { at, face } = card.dataset;
    const before = known.get(at);
    if (before === undefined) fresh.push(card);
    else if (before === "" && face !== "" && !quiet && !still.matches) turn(card);
    known.set(at, face);
  }
  if (quiet || still.matches) return 0;
  const step = pace() * Math.min(70, 1200 / Math.max(1, fresh.length));
  fresh.forEach((card, place) => deal(card, shoe, place * step));
  return fresh.length ? step * (fresh.length - 1) + CARD * pace() : CARD * pace();
}

const CARD = 230;

/** Let things appear once the cards before them have landed. */
export function appear(elements, delay) {
  if (still.matches) return;
  for (const each of elements) {
    each.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 180 * pace(), delay, fill: "backwards" });
  }
}

let told = new Map();

/** What hands total is told once their cards lie there: only what is new comes late. */
export function tell(felt, landed, quiet) {
  const now = new Map();
  for (const note of felt.querySelectorAll(".note")) {
    const place = note.closest("[data-seat]")?.dataset.seat ?? note.closest("[id]")?.id;
    const key = `${place} ${[...now.keys()].filter((each) => each.startsWith(`${place} `)).length}`;
    if (!quiet && told.get(key) !== note.textContent) appear([note], landed);
    now.set(key, note.textContent);
  }
  told = now;
}

function deal(card, from, delay) {
  const to = card.getBoundingClientRect();
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  card.animate(
    [{ transform: `translate(${x}px, ${y}px) scale(.7)`, opacity: 0.4 }, { transform: "none", opacity: 1 }],
    { duration: CARD * pace(), delay, fill: "backwards", easing: "cubic-bezier(.2,.7,.3,1)" },
  );
}

function turn(card) {
  card.animate([{ transform: "perspective(500px) rotateY(90deg)" }, { transform: "none" }], {
    duration: 220 * pace(),
    easing: "ease-out",
  });
}

/** Chips from their place to another, or `back` from there to their place. */
export function pay(chips, target, { delay = 0, back = false } = {}) {
  if (still.matches || chips === null || target === null) return;
  const from = chips.getBoundingClientRect();
  const to = target.getBoundingClientRect();
  const move = `translate(${to.left + to.width / 2 - from.left - from.width / 2}px, ${
    to.top + to.height / 2 - from.top - from.height / 2
  }px)`;
  const steps = [{ transform: "none", opacity: 1 }, { transform: move, opacity: 0.2 }];
  chips.animate(back ? steps.reverse() : steps, {
    duration: 250 * pace(),
    delay,
    fill: "backwards",
    easing: back ? "ease-out" : "ease-in",
  });
}
