// Pages of the lab: other pays move the edge at once, by the chances of the return table; what is counted is awaited.
import { percent } from "./base.js";
import { _ } from "./words.js";

const form = document.querySelector("#what-if");
const edge = document.querySelector("#edge");
const favoured = document.querySelector("#favoured");
const stale = document.querySelector("#stale");
const wrong = document.querySelector("#wrong-pay");

/** A pay as people write it: 8, 1.5, 3:2 or 3/2; NaN where it is none. */
export function payOf(text) {
  const parts = text.trim().split(/[:/]/).map((part) => part === "" ? NaN : Number(part));
  if (parts.length > 2 || parts.some((part) => !(part >= 0))) return NaN;
  return parts.length === 2 ? parts[0] / parts[1] : parts[0];
}

function signed(value, digits) {
  return `${value >= 0 ? "+" : "−"}${Math.abs(value).toFixed(digits)}`;
}

/** What a line wins with the pay that stands in it. */
function wonBy(line) {
  const input = line.querySelector(".pay");
  if (input === null) return Number(line.dataset.won);
  const pay = payOf(input.value);
  const won = pay + (Number(line.dataset.shift) < 0 ? -1 : 0);
  return won > 0 ? won * Number(line.dataset.slope) : won;
}

/** Say what is wrong with a pay, at its field and in a sentence; whether all of them can be read. */
function read() {
  const faults = [];
  for (const input of form.querySelectorAll(".pay")) {
    const named = input.closest("tr").querySelector("th").textContent;
    const fault = Number.isNaN(payOf(input.value))
      ? _("%(award)s: a pay is a number, as in 8, 1.5 or 3:2; write one, and the edge moves.", { award: named })
      : "";
    input.setAttribute("aria-invalid", String(fault !== ""));
    input.setCustomValidity(fault);
    input.classList.toggle("changed", input.value.trim() !== input.dataset.printed);
    if (fault !== "") faults.push(fault);
  }
  wrong.textContent = faults.join(" ");
  wrong.hidden = faults.length === 0;
  return faults.length === 0;
}

/** Mark what only counting brings along, while the fields differ from what was counted. */
function mark() {
  const before = [...form.querySelectorAll("input")].some((input) => input.value.trim() !== input.defaultValue);
  stale.hidden = !before;
  form.closest(".lab").classList.toggle("moved", before);
}

function move() {
  mark();
  if (!read()) return;
  let back = 0;
  for (const line of form.querySelectorAll("tbody tr")) {
    if (line.dataset.won === "" && line.querySelector(".pay") === null) return;
    const won = wonBy(line);
    if (Number.isNaN(won)) return;
    const part = won * Number(line.dataset.chance);
    line.querySelector(".won").textContent = signed(won, 4).replace(/\.?0+$/, "");
    line.querySelector(".back").textContent = signed(part, 6);
    back += part;
  }
  edge.textContent = percent(-100 * back, 4);
  favoured.textContent = Math.abs(back) < 1e-12
    ? _("a fair wager")
    : back < 0
    ? _("for the house")
    : _("for the player");
}

/** Ask again until the figures of this page are there. */
async function wait() {
  for (let pause = 500;; pause = Math.min(5000, pause * 1.5)) {
    await new Promise((done) => setTimeout(done, pause));
    try {
      const answer = await fetch(location.href, { cache: "no-store" });
      if (answer.status !== 202) return location.reload();
    } catch {
      // the room is away for a moment: ask again
    }
  }
}

if (document.querySelector("#waiting") !== null) wait();
if (form !== null && edge !== null) form.addEventListener("input", move);
