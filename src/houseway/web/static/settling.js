// A table to settle: each wager is taken, pushed or paid, and keeps its place in the order in which that was done.
import { dollars, h, signed } from "./base.js";
import { cents, notAmount } from "./chips.js";
import { _, ngettext, word } from "./words.js";

export class SettlingField {
  constructor(field) {
    Object.assign(this, { id: field.id, bets: field.bets, order: [] });
    this.list = h("ol", { class: "settling" });
    this.undo = h("button", {
      type: "button",
      class: "undo",
      "data-key": "undo",
      disabled: true,
      click: () => this.back(),
    }, _("Take the last one back"));
    this.element = h(
      "div",
      { class: "settling-field", role: "group", "aria-label": word(field.asks) },
      this.list,
      this.undo,
    );
    this.rows = field.bets.map((bet) => this.row(bet));
    this.list.append(...this.rows.map((row) => row.element));
  }

  get value() {
    return this.order.length === this.bets.length ? this.order.map(({ bet, gains }) => [bet.id, gains]) : null;
  }

  get missing() {
    return ngettext(
      "%(num)s wager is still to be settled.",
      "%(num)s wagers are still to be settled.",
      this.bets.length - this.order.length,
    );
  }

  row(bet) {
    const input = h("input", {
      inputmode: "decimal",
      autocomplete: "off",
      placeholder: _("pays"),
      "aria-label": _("%(bet)s: pays, in dollars", { bet: word(bet.says) }),
      "data-key": `pay-${bet.id}`,
      input: (event) => event.stopPropagation(),
    });
    const pay = () => {
      const gains = cents(input.value.replace(/^[-−]/, ""));
      if (gains !== null) this.settle(bet, /^[-−]/.test(input.value) ? -gains : gains);
      else if (input.value.trim() !== "") outcome.textContent = notAmount(input.value);
    };
    const place = h("span", { class: "place", "aria-hidden": "true" });
    const outcome = h("span", { class: "outcome", role: "status" });
    const acts = h(
      "span",
      { class: "acts" },
      h("button", {
        type: "button",
        "data-key": `take-${bet.id}`,
        "aria-label": _("Take %(bet)s", { bet: word(bet.says) }),
        click: () => this.settle(bet, -bet.stake_cents),
      }, _("Take")),
      h("button", {
        type: "button",
        "data-key": `push-${bet.id}`,
        "aria-label": _("Push %(bet)s", { bet: word(bet.says) }),
        click: () => this.settle(bet, 0),
      }, _("Push")),
      input,
      h("button", {
        type: "button",
        "data-key": `paid-${bet.id}`,
        "aria-label": _("Pay %(bet)s", { bet: word(bet.says) }),
        click: pay,
      }, _("Pay")),
    );
    const change = h("button", {
      type: "button",
      class: "change",
      "data-key": `change-${bet.id}`,
      "aria-label": _("Change %(bet)s", { bet: word(bet.says) }),
      click: () => this.withdraw(bet),
    }, _("Change"));
    const element = h(
      "li",
      {
        class: "bet",
        "data-bet": bet.id,
        "data-who": bet.says.split(",")[0],
        keydown: (event) => this.typed(event, bet, pay),
      },
      place,
      h("span", { class: "bet-says" }, word(bet.says), " ", h("strong", { class: "figure" }, dollars(bet.stake_cents))),
      acts,
      h("span", { class: "done" }, outcome, change),
    );
    change.hidden = true;
    return { bet, element, input, place, outcome, acts, change };
  }

  typed(event, bet, pay) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const letter = event.key.toLowerCase();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (letter === "t") this.settle(bet, -bet.stake_cents);
    else if (letter === "p") this.settle(bet, 0);
    else if (event.key === "Enter" && event.target.matches("input")) pay();
    else if (step !== undefined) this.move(bet, step);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** `u` takes back the last settling, from anywhere in the question. */
  key(event) {
    if (event.key.toLowerCase() !== "u" || this.order.length === 0) return false;
    this.back();
    return true;
  }

  get open() {
    return this.rows.filter(({ bet }) => !this.order.some((each) => each.bet === bet));
  }

  move(bet, step) {
    const open = this.open;
    const at = open.findIndex((row) => row.bet === bet);
    open[(at + step + open.length) % open.length]?.input.focus();
  }

  settle(bet, gains) {
    if (this.order.some((each) => each.bet === bet)) return;
    const after = this.rows.findIndex((row) => row.bet === bet);
    this.order.push({ bet, gains });
    this.draw();
    const next = this.open.find((row) => this.rows.indexOf(row) > after) ?? this.open[0];
    if (next) next.input.focus();
    this.changed();
    if (!next) this.element.closest("form")?.querySelector("[data-key=answer]")?.focus();
  }

  back() {
    this.withdraw(this.order.at(-1).bet);
  }

  /** Take one settling back, whichever: the others keep their order. */
  withdraw(bet) {
    this.order = this.order.filter((each) => each.bet !== bet);
    this.draw();
    this.changed();
    this.rows.find((row) => row.bet === bet).input.focus();
  }

  changed() {
    this.element.dispatchEvent(new Event("input", { bubbles: true }));
  }

  draw() {
    this.undo.disabled = this.order.length === 0;
    for (const row of this.rows) {
      const at = this.order.findIndex((each) => each.bet === row.bet);
      row.element.classList.toggle("settled", at >= 0);
      row.place.textContent = at < 0 ? "" : String(at + 1);
      row.acts.hidden = at >= 0;
      row.change.hidden = at < 0;
      const gains = at < 0 ? null : this.order[at].gains;
      row.outcome.textContent = gains === null ? "" : gains === 0 ? _("push") : signed(gains);
    }
  }
}
