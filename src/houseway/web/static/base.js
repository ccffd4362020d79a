// What every page shares: the post token, money, card names, a small way to make elements, and the colours of suits.
import { _, thousands, word } from "./words.js";

export const csrf = document.querySelector('meta[name="csrf"]').content;

const SVG = "http://www.w3.org/2000/svg";
const RANKS = {
  A: "ace",
  K: "king",
  Q: "queen",
  J: "jack",
  T: "ten",
  9: "nine",
  8: "eight",
  7: "seven",
  6: "six",
  5: "five",
  4: "four",
  3: "three",
  2: "deuce",
};
const SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };

/** An element with attributes (functions are listeners) and children. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else element.setAttribute(name, value);
  }
  element.append(
    ...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false && child !== ""),
  );
  return element;
}

/** A symbol of the sprite. */
export function symbol(id, box, className) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", box);
  svg.setAttribute("class", className);
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `/faces.svg#${id}`);
  svg.append(use);
  return svg;
}

/** "king of diamonds"; a card that is not known is a face-down card. */
export function spoken(card) {
  if (card === null) return _("face-down card");
  return card === "Jk"
    ? word("joker")
    : _("%(rank)s of %(suit)s", { rank: word(RANKS[card[0]]), suit: word(SUITS[card[1]]) });
}

/** A card, or a back where it is not known: then nothing in it tells which it is. */
export function cardFace(card, { small = false, hidden = false } = {}) {
  const id = card === null ? "back" : small ? `${card}-small` : card;
  const svg = symbol(
    id,
    "0 0 100 140",
    `card suit-${card === null ? "b" : card === "Jk" ? "j" : card[1]}${small ? " small-card" : ""}`,
  );
  if (hidden) svg.setAttribute("aria-hidden", "true");
  else {
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", spoken(card));
  }
  return svg;
}

/** An amount to the cent. */
export function exact(cents) {
  const size = Math.abs(cents);
  const rest = String(size % 100).padStart(2, "0");
  return `${cents < 0 ? "−" : ""}$${thousands(Math.floor(size / 100))}.${rest}`;
}

/** An amount, without cents where there are none. */
export const dollars = (cents) => exact(cents).replace(/\.00$/, "");

/** With a capital letter, the rest as it is. */
export const title = (words) => words.charAt(0).toUpperCase() + words.slice(1);

export const signed = (cents) => (cents > 0 ? "+" : "") + dollars(cents);

export const percent = (value, digits = 3) => `${value < 0 ? "−" : ""}${Math.abs(value).toFixed(digits)} %`;

/** Milliseconds after which a command, or a look at a table, that is not answered is taken for lost. */
const LOST = 30000;
const SHORT = /\/(?:commands|view)$/;

/** Ask the server; what it refuses is an error with its sentence, and an answer that breaks off is none. */
export async function ask(path, body) {
  const options = body === undefined ? {} : {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRF-Token": csrf },
    body: JSON.stringify(body),
  };
  const signal = SHORT.test(path) ? AbortSignal.timeout?.(LOST) : undefined;
  let [answer, said] = [null, {}];
  try {
    answer = await fetch(path, { ...options, signal, credentials: "same-origin" });
    said = await answer.json();
  } catch {
    if (answer === null || answer.ok) {
      throw Object.assign(new Error(_("The room cannot be reached: it is tried again in a moment.")), { status: 0 });
    }
  }
  if (!answer.ok) {
    throw Object.assign(new Error(word(said.error) || _("The room answered %(status)s.", { status: answer.status })), {
      status: answer.status,
      clause: said.clause,
    });
  }
  return said;
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Ask for advice, again while it is being prepared: `waits` hears of it, `still` says whether it is wanted. */
export async function askWhenReady(path, body, waits = () => {}, still = () => true) {
  for (;;) {
    const said = await ask(path, body);
    if (said.state !== "preparing" || !still()) return said;
    waits(said);
    await pause(1000);
  }
}

/** A name for a command that no other command has. */
export function freshKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const unkept = new Map(); // where the browser keeps nothing, or no more: as long as the page is open

export const wish = {
  names() {
    try {
      const kept = Object.keys(localStorage).filter((each) => each.startsWith("houseway."));
      return [...new Set([...unkept.keys(), ...kept.map((each) => each.slice("houseway.".length))])];
    } catch {
      return [...unkept.keys()];
    }
  },
  read(name, otherwise) {
    try {
      return unkept.get(name) ?? localStorage.getItem(`houseway.${name}`) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  keep(name, value) {
    try {
      localStorage.setItem(`houseway.${name}`, value);
      unkept.delete(name);
    } catch {
      unkept.set(name, value);
    }
  },
};

/** Four colours of suits, or two. */
export function colours(four) {
  document.documentElement.classList.toggle("four-colours", four);
  wish.keep("four-colours", four ? "yes" : "no");
}

colours(wish.read("four-colours", "no") === "yes");

/** Keep, for the worker, what is shown where there is no line: in the language of this page. */
async function keepOffline() {
  await navigator.serviceWorker?.register("/worker.js");
  const offline = `/offline?lang=${document.documentElement.lang}`;
  const kept = await caches.open("houseway-offline-3");
  if ((await kept.match("/offline"))?.url.endsWith(offline)) return;
  const answer = await fetch(offline);
  if (answer.ok) await kept.put("/offline", answer);
}

keepOffline().catch(() => {}); // where it may not, pages work all the same
