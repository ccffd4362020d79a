// Setting a hand: by dragging, by tapping, and by keyboard. The last pile holds what is in no other.
import { ask, cardFace, h, spoken, title } from "./base.js";
import { _, word } from "./words.js";

const ORDER = "AKQJT98765432";
const SUITS = "shdc";
const rank = (card) => (card === "Jk" ? -1 : ORDER.indexOf(card[0]) * 4 + SUITS.indexOf(card[1]));

export class Arranger {
  /**
   * `path` names the piles, `asked` is the question; `tell` speaks, `set` takes the piles, `advise` answers "best" and,
   * where a house plays, "house way".
   */
  constructor(path, asked, { tell, set, advise = null, house = false }) {
    Object.assign(this, { path, asked, tell, set, advise, house, picked: null, foul: "", drag: null });
    this.piles = asked.piles.map(() => []);
    this.piles.at(-1).push(...[...asked.cards].sort((a, b) => rank(a) - rank(b)));
    this.says = asked.piles.map(() => "");
    this.element = h("div", {
      class: `arranger${asked.cards.length <= 7 ? " few" : ""}`,
      role: "group",
      "aria-label": _("Set your hand"),
      keydown: (event) => this.key(event),
    });
    this.element.addEventListener("pointerdown", (event) => this.down(event));
    this.controls = h("div", { class: "buttons arrange-buttons" });
    this.draw();
  }

  get complete() {
    return this.piles.every((pile, place) => pile.length === this.asked.sizes[place]);
  }

  draw(focus = null) {
    const rows = this.asked.piles.map((name, place) =>
      h(
        "div",
        {
          class: `pile${this.piles[place].length === this.asked.sizes[place] ? " full" : ""}`,
          "data-pile": place,
          role: "group",
          "aria-label": _("%(pile)s, %(num)s cards", { pile: title(word(name)), num: this.asked.sizes[place] }),
        },
        h(
          "p",
          { class: "pile-head" },
          h("strong", {}, title(word(name))),
          ` ${_("%(num)s of %(count)s", { num: this.piles[place].length, count: this.asked.sizes[place] })}`,
          h("span", { class: "pile-says" }, word(this.says[place])),
        ),
        h(
          "div",
          { class: "pile-cards" },
          this.piles[place].map((card) => this.button(card, name)),
          Array.from(
            { length: Math.max(0, this.asked.sizes[place] - this.piles[place].length) },
            () => h("span", { class: "slot" }),
          ),
        ),
      )
    );
    const wanting = this.asked.sizes.slice(0, -1).map((
      size,
      place,
    ) => (size > this.piles[place].length
      ? _("%(num)s more to %(pile)s", {
        num: size - this.piles[place].length,
        pile: title(word(this.asked.piles[place])),
      })
      : "")
    ).filter(Boolean);
    this.element.replaceChildren(
      h("div", { class: "pile-rows" }, rows),
      h(
        "p",
        { class: `arrange-note${this.foul ? " foul" : ""}`, role: "status" },
        this.foul
          ? `${title(word(this.foul))}.`
          : this.complete
          ? _("Ready to set.")
          : _("Tap, drag, or arrows and Enter: %(wanting)s.", { wanting: wanting.join(", ") }),
      ),
    );
    const held = this.controls.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    this.controls.replaceChildren(
      h("button", {
        type: "button",
        class: this.foul ? "warn" : "go",
        "data-key": "set",
        disabled: !this.complete,
        click: () => this.set(this.piles),
      }, this.foul ? _("Set hand all the same") : _("Set hand")),
      ...(this.advise === null
        ? []
        : [h("button", { type: "button", "data-key": "best", click: () => this.take("best") }, _("Best"))]),
      ...(this.advise === null || !this.house
        ? []
        : [h("button", { type: "button", "data-key": "house", click: () => this.take("house") }, _("House way"))]),
    );
    if (held !== null) this.controls.querySelector(`[data-key="${held}"]`).focus();
    const cards = this.buttons();
    const at = cards.find((each) => each.dataset.card === focus) ?? cards[0];
    for (const each of cards) each.tabIndex = each === at ? 0 : -1;
    if (focus !== null) at.focus();
  }

  button(card, pile) {
    const element = h("button", {
      type: "button",
      class: `card-button${card === this.picked ? " picked" : ""}`,
      "data-card": card,
      "aria-label": _("%(card)s, in %(pile)s", { card: spoken(card), pile: word(pile) }),
      click: (event) => event.detail === 0 && this.tap(card),
    });
    element.append(cardFace(card, { hidden: true }));
    return element;
  }

  buttons() {
    return [...this.element.querySelectorAll(".card-button")];
  }

  place(card) {
    return this.piles.findIndex((pile) => pile.includes(card));
  }

  /** The toggle: out of the last pile to the first that has room, and back. A full pile asks for a card to swap. */
  tap(card) {
    const last = this.piles.length - 1;
    const at = this.place(card);
    if (this.picked !== null && this.picked !== card && this.place(this.picked) !== at) {
      return this.swap(this.picked, card);
    }
    if (this.picked === card) this.picked = null;
    else if (at < last) return this.move(card, last);
    else {
      const room = this.piles.findIndex((pile, place) => place < last && pile.length < this.asked.sizes[place]);
      if (room >= 0) return this.move(card, room);
      this.picked = card;
      this.tell(_("%(card)s is picked: choose a card to swap it with", { card: spoken(card) }));
    }
    this.draw(card);
  }

  move(card, to) {
    const at = this.place(card);
    const last = this.piles.length - 1;
    if (to === at) return;
    if (to < last && this.piles[to].length >= this.asked.sizes[to]) {
      this.picked = card;
      this.tell(_("%(pile)s is full: choose a card there to swap", { pile: title(word(this.asked.piles[to])) }));
      this.draw(card);
      return;
    }
    this.piles[at] = this.piles[at].filter((each) => each !== card);
    this.piles[to] = [...this.piles[to], card].sort((a, b) => rank(a) - rank(b));
    this.changed(card, _("%(card)s to %(pile)s", { card: spoken(card), pile: word(this.asked.piles[to]) }));
  }

  swap(one, other) {
    const [a, b] = [this.place(one), this.place(other)];
    this.piles[a] = [...this.piles[a].filter((card) => card !== one), other].sort((x, y) => rank(x) - rank(y));
    this.piles[b] = [...this.piles[b].filter((card) => card !== other), one].sort((x, y) => rank(x) - rank(y));
    this.changed(other, _("%(one)s and %(other)s change places", { one: spoken(one), other: spoken(other) }));
  }

  async changed(card, words) {
    this.picked = null;
    this.foul = "";
    this.says = this.piles.map(() => "");
    this.draw(card);
    const proposed = JSON.stringify(this.piles);
    try {
      const said = await ask(this.path, { piles: this.piles });
      if (proposed !== JSON.stringify(this.piles)) return;
      this.says = said.says.map((each, place) => (this.piles[place].length === this.asked.sizes[place] ? each : ""));
      this.foul = this.complete ? said.foul : "";
    } catch {
      return; // the words are a help; the hand can be set without them
    }
    const focused = this.element.contains(document.activeElement) ? document.activeElement.dataset.card ?? null : null;
    this.draw(focused);
    this.tell(
      [
        words,
        ...this.says.map((each, place) => each && `${word(this.asked.piles[place])}: ${word(each)}`),
        word(this.foul),
      ].filter(
        Boolean,
      ).join(". "),
    );
  }

  async take(which) {
    const button = this.controls.querySelector(`[data-key="${which}"]`);
    const words = button.textContent;
    button.textContent = _("Computing …");
    const piles = await this.advise(which, (wait) => {
      button.textContent = _("Being prepared, %(num)s s …", { num: wait.seconds });
    });
    button.textContent = words;
    if (piles === null) return;
    this.piles = piles.map((pile) => [...pile].sort((a, b) => rank(a) - rank(b)));
    this.changed(null, which === "best" ? _("set for the best") : _("set the house way"));
  }

  key(event) {
    const card = event.target.dataset.card;
    if (card === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const cards = this.buttons();
    const at = cards.indexOf(event.target);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step !== undefined) this.focus(cards[(at + step + cards.length) % cards.length]);
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      this.focus(this.beside(event.target, event.key === "ArrowUp" ? -1 : 1));
    } else if (/^[1-9]$/.test(event.key) && Number(event.key) <= this.piles.length) {
      this.move(card, Number(event.key) - 1);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  beside(button, step) {
    const piles = [...this.element.querySelectorAll(".pile")].filter((pile) =>
      pile.querySelector(".card-button") !== null
    );
    const at = piles.indexOf(button.closest(".pile"));
    return piles[(at + step + piles.length) % piles.length].querySelector(".card-button");
  }

  focus(button) {
    for (const each of this.buttons()) each.tabIndex = each === button ? 0 : -1;
    button.focus();
  }

  down(event) {
    const button = event.target.closest(".card-button");
    if (button === null || event.button !== 0) return;
    event.preventDefault();
    this.focus(button);
    const start = { x: event.clientX, y: event.clientY };
    let ghost = null;
    const move = (moved) => {
      const [x, y] = [moved.clientX - start.x, moved.clientY - start.y];
      if (ghost === null && Math.hypot(x, y) > 7) {
        ghost = button;
        button.classList.add("dragged");
      }
      if (ghost === null) return;
      ghost.style.transform = `translate(${x}px, ${y}px) scale(1.05)`;
      this.light(moved, ghost);
    };
    const up = (ended) => {
      globalThis.removeEventListener("pointermove", move);
      globalThis.removeEventListener("pointerup", up);
      globalThis.removeEventListener("pointercancel", up);
      const card = button.dataset.card;
      if (ghost === null) {
        if (ended.type === "pointerup") this.tap(card);
        return;
      }
      button.style.transform = "";
      button.classList.remove("dragged");
      this.light(null);
      if (ended.type === "pointerup") this.drop(card, ended);
    };
    globalThis.addEventListener("pointermove", move);
    globalThis.addEventListener("pointerup", up);
    globalThis.addEventListener("pointercancel", up);
  }

  /** Mark the pile that a dragged card would be dropped on. */
  light(event, card) {
    const under = event === null ? [] : document.elementsFromPoint(event.clientX, event.clientY);
    const over = under.filter((each) => !card.contains(each)).map((each) => each.closest?.(".pile")).find(Boolean);
    for (const pile of this.element.querySelectorAll(".pile")) pile.classList.toggle("target", pile === over);
  }

  drop(card, event) {
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    const other = under.map((each) => each.closest?.(".card-button")).find((each) =>
      each && each.dataset.card !== card
    );
    const pile = under.map((each) => each.closest?.(".pile")).find(Boolean);
    if (!pile) return;
    const to = Number(pile.dataset.pile);
    const full = to < this.piles.length - 1 && this.piles[to].length >= this.asked.sizes[to];
    if (other && to !== this.place(card) && full) this.swap(card, other.dataset.card);
    else this.move(card, to);
  }
}
