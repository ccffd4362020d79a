// How long the house waits for an answer.
import { h } from "./base.js";
import { _ } from "./words.js";

const LONG = 300; // seconds: who is alone with bots has all the time they want

export class Clock {
  constructor() {
    this.deadline = null;
    this.over = false;
    setInterval(() => this.tick(), 250);
  }

  /** What the newest view says of it. */
  take(view) {
    this.deadline = view.deadline === null ? null : performance.now() + view.deadline * 1000;
    this.over = view.phase === "ended";
  }

  element() {
    return h(
      "div",
      { class: "clock", id: "clock", role: "timer", "aria-label": _("Time left"), hidden: true },
      h("span", { class: "clock-words" }),
      h("span", { class: "clock-bar" }, h("i")),
    );
  }

  tick() {
    const element = document.getElementById("clock");
    if (element === null) return;
    const left = this.deadline === null ? null : Math.max(0, (this.deadline - performance.now()) / 1000);
    element.hidden = left === null || left > LONG || this.over;
    if (left === null) return;
    const words = `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, "0")}`;
    if (element.firstChild.textContent !== words) element.firstChild.textContent = words;
    element.classList.toggle("late", left < 10);
    element.querySelector("i").style.width = `${Math.min(100, (left / 45) * 100)}%`;
  }
}
