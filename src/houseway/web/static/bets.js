// Wagers: a spot for each, chips or typing, rebet and clear.
import { amount, cents, notAmount, stack, VALUES } from "./chips.js";
import { dollars, h, symbol, title, wish } from "./base.js";
import { _, ngettext, word } from "./words.js";

export class Bets {
  constructor(table, { changed, about }) {
    this.table = table;
    this.changed = changed;
    this.about = about;
    this.draft = {};
    this.refused = {}; // what was typed on a spot and cannot lie there, and why, by wager
    this.closed = []; // spots that take nothing now
    this.chip = Number(wish.read("chip", "5"));
  }

  get total() {
    return Object.values(this.draft).reduce((sum, each) => sum + each, 0);
  }

  get last() {
    return JSON.parse(wish.read(`bets.${this.table}`, "{}"));
  }

  keep() {
    wish.keep(`bets.${this.table}`, JSON.stringify(this.draft));
  }

  /** These wagers in thought, whatever was typed before. */
  lay(draft) {
    this.draft = draft;
    this.refused = {};
  }

  put(id, value) {
    this.draft = { ...this.draft, [id]: value };
    if (!value) delete this.draft[id];
    this.refuse(id, null);
  }

  /** What was typed on a spot cannot lie there; null where nothing is wrong. */
  refuse(id, fault) {
    const { [id]: _before, ...others } = this.refused;
    this.refused = fault === null ? others : { ...others, [id]: fault };
    this.changed();
  }

  add(id) {
    this.put(id, (this.draft[id] ?? 0) + this.chip * 100);
  }

  /** Jackpots that take no wagers now: what lay there in thought is off it. */
  close(ids) {
    const open = (of) => Object.fromEntries(Object.entries(of).filter(([id]) => !ids.includes(id)));
    this.closed = ids;
    this.draft = open(this.draft);
    this.refused = open(this.refused);
  }

  clear() {
    this.lay({});
    this.changed();
  }

  rebet(offered) {
    const known = new Set(offered.map((wager) => wager.id));
    this.lay(Object.fromEntries(
      Object.entries(this.last).filter(([id]) => known.has(id) && !this.closed.includes(id)),
    ));
    this.changed();
  }

  /** The spots of the layout; with `open` they take chips, else they show what lies there. */
  spots(view, mine, open) {
    const placed = open ? this.draft : mine.wagers;
    const shown = view.wagers.filter((wager) => placed[wager.id] || (wager.offered && view.phase !== "playing"));
    const shut = (wager) => open && this.closed.includes(wager.id);
    return h(
      "div",
      { class: "spots" },
      shown.map((wager) => this.spot(wager, placed[wager.id] ?? 0, open && !shut(wager), shut(wager))),
    );
  }

  spot(wager, value, open, shut) {
    const [least, most] = [dollars(wager.least_cents), dollars(wager.most_cents ?? 0)];
    const single = wager.most_cents === null || wager.most_cents === wager.least_cents;
    const limits = single ? least : _("%(least)s to %(most)s", { least, most });
    const short = single ? least : `${least}–${most}`;
    const name = word(wager.name);
    const chips = [
      value ? stack(value) : h("span", { class: "spot-name", "aria-hidden": "true" }, title(name)),
      value ? amount(value) : "",
    ];
    const label = value
      ? _("%(wager)s: %(amount)s on it", { wager: title(name), amount: dollars(value) })
      : _("%(wager)s: nothing on it", { wager: title(name) });
    const circle = open
      ? h("button", {
        type: "button",
        class: "circle",
        "data-key": `spot-${wager.id}`,
        "aria-label": `${label}; ${_("put %(amount)s on it", { amount: dollars(this.chip * 100) })}`,
        click: () => this.add(wager.id),
      }, chips)
      : h("div", { class: "circle", role: "img", "aria-label": label }, chips);
    return h(
      "div",
      { class: `spot${wager.required ? " required" : ""}${value ? " laid" : ""}`, "data-wager": wager.id },
      circle,
      h(
        "div",
        { class: "spot-label" },
        h("span", {}, title(name)),
        h("button", {
          type: "button",
          class: "info",
          "data-key": `info-${wager.id}`,
          "aria-label": _("What %(award)s pays", { award: name }),
          click: () => this.about(wager.id),
        }, "i"),
      ),
      open ? this.typed(wager, value, { limits, short }) : "",
      shut ? h("div", { class: "spot-label" }, word("closed for now")) : "",
    );
  }

  typed(wager, value, { limits, short }) {
    const refused = this.refused[wager.id] ?? null;
    const take = (event) => {
      const typed = event.target.value;
      const read = typed.trim() === "" ? 0 : cents(typed);
      const over = read > (wager.most_cents ?? Infinity);
      const why = { wager: title(word(wager.name)), limits, amount: dollars(read ?? 0) };
      if (read === null) this.refuse(wager.id, { typed, says: notAmount(typed) });
      else if (over) this.refuse(wager.id, { typed, says: _("%(wager)s: %(limits)s, not %(amount)s.", why) });
      else if (read !== value || refused !== null) this.put(wager.id, read);
    };
    const says = `refused-${wager.id}`;
    return h(
      "div",
      { class: "typing" },
      refused === null ? "" : h("p", { class: "refused", id: says, role: "alert" }, refused.says),
      h("input", {
        class: "typed",
        "data-key": `type-${wager.id}`,
        inputmode: "decimal",
        autocomplete: "off",
        value: refused?.typed ?? (value ? (value / 100).toString() : ""),
        placeholder: short,
        "aria-label": `${_("Dollars on %(wager)s", { wager: word(wager.name) })}, ${limits}`,
        ...(refused === null ? {} : { "aria-invalid": "true", "aria-describedby": says }),
        change: take,
      }),
    );
  }

  /** The tray of chips. */
  tray() {
    return h(
      "div",
      { class: "tray", role: "radiogroup", "aria-label": _("Chip to bet with") },
      VALUES.map((value, place) => {
        const on = value === this.chip;
        const pick = () => {
          this.chip = value;
          wish.keep("chip", String(value));
          this.changed();
        };
        const step = (event) => {
          const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
          if (by === undefined) return;
          event.preventDefault();
          this.chip = VALUES[(place + by + VALUES.length) % VALUES.length];
          wish.keep("chip", String(this.chip));
          this.changed(`chip-${this.chip}`);
        };
        return h("button", {
          type: "button",
          role: "radio",
          class: "chip-button",
          "aria-checked": String(on),
          "aria-label": ngettext("%(num)s dollar chip", "%(num)s dollar chip", value),
          tabindex: on ? 0 : -1,
          "data-key": `chip-${value}`,
          click: pick,
          keydown: step,
        }, symbol(`chip-${value}`, "0 0 60 60", "chip"));
      }),
    );
  }
}
