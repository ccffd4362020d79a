// The meters of a table on the wall: live, moving softly, and saying so when they are stale.
import { listen } from "./alive.js";
import { corrected, voided } from "./amended.js";
import { ask, exact, signed } from "./base.js";
import { _, word } from "./words.js";

const { table } = document.body.dataset;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const stale = document.getElementById("stale");
const SOFTLY = 900;
const RESULTS = 3;
let heard = 0;
let rounds = null;
let setAs = null;

/** Let a figure go to its new value, up or down. */
function show(element, cents) {
  const from = Number(element.dataset.cents);
  element.dataset.cents = cents;
  if (from === cents || still.matches) {
    element.textContent = exact(cents);
    return;
  }
  const begun = performance.now();
  const step = (now) => {
    if (Number(element.dataset.cents) !== cents) return; // a newer one is on its way
    const done = Math.min(1, (now - begun) / SOFTLY);
    element.textContent = exact(Math.round(from + (cents - from) * (1 - (1 - done) ** 3)));
    if (done < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

function line(there) {
  document.body.dataset.line = there ? "there" : "lost";
  const minutes = Math.floor((Date.now() - heard) / 60000);
  stale.textContent = there
    ? ""
    : heard === 0
    ? _("No line to the room yet")
    : minutes < 1
    ? _("Stale: last heard less than a minute ago")
    : _("Stale: last heard %(num)s min ago", { num: minutes });
}

const seatsOf = (nets) => Object.entries(nets).map(([seat, cents]) => `${seat}: ${signed(cents)}`).join(", ");

/** What each seat has of a round, with what was corrected since. */
const inForce = (round) =>
  Object.fromEntries(Object.entries(round.nets).map(([seat, cents]) => [seat, cents + corrected(round, Number(seat))]));

/** The latest rounds that stand, the newest first: what each seat won or lost. */
async function results(upTo) {
  if (upTo === rounds) return;
  rounds = upTo;
  const { rounds: ended } = await ask(`/api/tables/${table}/history`).catch(() => ({ rounds: [] }));
  const latest = ended.filter((each) => Object.keys(each.nets).length && !voided(each)).slice(0, RESULTS);
  document.getElementById("last").textContent = latest.length
    ? _("Last results by seat: %(amounts)s", { amounts: latest.map((each) => seatsOf(inForce(each))).join(" · ") })
    : "";
}

/** What is printed on the page is the table's settings and paytables: where they change, it is made anew. */
function changed(view) {
  const now = JSON.stringify([view.settings, view.document]);
  const other = setAs !== null && setAs !== now;
  setAs = now;
  return other;
}

function take(view) {
  line(true);
  if (changed(view)) return location.reload();
  for (const [wager, cents] of Object.entries(view.meters_cents)) {
    const element = document.querySelector(`[data-wager="${CSS.escape(wager)}"] .huge`);
    if (element !== null) show(element, cents);
  }
  for (const section of document.querySelectorAll("[data-wager]")) {
    section.querySelector(".says").textContent = word(view.jackpots_say?.[section.dataset.wager] ?? "");
  }
  if (rounds === null || view.phase !== "playing") results(`${view.round} ${view.amended.length}`);
  if (view.closed) stale.textContent = _("This table is closed.");
}

function follow() {
  listen(`/api/tables/${table}/events`, {
    sign: () => heard = Date.now(),
    lost: () => line(false),
    view: take,
    none: () => setTimeout(follow, 3000),
  });
}

setInterval(() => document.body.dataset.line === "lost" && line(false), 10000);
follow();
