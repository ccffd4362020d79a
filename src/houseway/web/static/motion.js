// Motion explains: a card comes from the shoe, a hidden card is turned, chips go to who won. None where none is wished.

const still = matchMedia("(prefers-reduced-motion: reduce)");
const known = new Map();
let round;

/** Forget the cards of the last round; the first view of a page arrives without motion. */
export function begin(current, first) {
  if (current !== round) known.clear();
  round = current;
  return first;
}

/** Move the cards that are new or were turned since the last view. */
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
  if (quiet || still.matches) return;
  const step = Math.min(70, 1200 / Math.max(1, fresh.length));
  fresh.forEach((card, place) => deal(card, shoe, place * step));
}

function deal(card, from, delay) {
  const to = card.getBoundingClientRect();
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  card.animate(
    [{ transform: `translate(${x}px, ${y}px) scale(.7)`, opacity: 0.4 }, { transform: "none", opacity: 1 }],
    { duration: 230, delay, fill: "backwards", easing: "cubic-bezier(.2,.7,.3,1)" },
  );
}

function turn(card) {
  card.animate([{ transform: "perspective(500px) rotateY(90deg)" }, { transform: "none" }], {
    duration: 220,
    easing: "ease-out",
  });
}

/** Chips from one place to another. */
export function pay(chips, target) {
  if (still.matches || chips === null || target === null) return;
  const from = chips.getBoundingClientRect();
  const to = target.getBoundingClientRect();
  const move = `translate(${to.left + to.width / 2 - from.left - from.width / 2}px, ${
    to.top + to.height / 2 - from.top - from.height / 2
  }px)`;
  chips.animate([{ transform: "none", opacity: 1 }, { transform: move, opacity: 0.2 }], {
    duration: 250,
    easing: "ease-in",
  });
}
