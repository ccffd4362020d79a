// A question of the academy: the scene that it shows, and its fields, by mouse, by finger and by keyboard.
import { Arranger } from "./arrange.js";
import { cardFace, dollars, h, title } from "./base.js";
import { cents, notAmount } from "./chips.js";
import { SettlingField } from "./settling.js";
import { _, tongue, word } from "./words.js";

/** The hands on the felt, the facts, and the paytables below it. */
export function scene(shown, { without = false } = {}) {
  const hands = without ? [] : shown.hands;
  return [
    hands.length === 0 ? "" : h(
      "div",
      {
        class: `felt-box scene${hands.length > 2 ? " many" : ""}${hands.some(wide) ? " wide-hands" : ""}`,
        tabindex: hands.length > 2 ? 0 : null, // it may scroll
        role: "group",
        "aria-label": _("The table"),
      },
      hands.map(hand),
    ),
    shown.facts.map((fact) => h("p", { class: "fact", ...tongue(fact) }, word(fact))),
    shown.posted.length === 0 ? "" : h(
      "details",
      { class: "posted", open: shown.posted.length === 1 && shown.posted[0].rows.length < 9 },
      h("summary", {}, _("The posted paytables")),
      h("div", { class: "posted-tables" }, shown.posted.map(posted)),
    ),
    shown.chosen.length === 0 ? "" : h(
      "details",
      { class: "posted" },
      h("summary", {}, _("The house’s settings")),
      h(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": _("The house’s settings") },
        h(
          "table",
          { class: "house-settings" },
          h(
            "tbody",
            {},
            shown.chosen.map(({ value, says }) =>
              h("tr", {}, h("th", { scope: "row", ...tongue(says) }, word(says)), h("td", {}, word(value)))
            ),
          ),
        ),
      ),
    ),
  ];
}

/** Whether a hand has too many cards to lie beside another. */
const wide = (hand) => hand.piles.flatMap((pile) => pile.cards).length > 7;

function hand({ who, piles, wagers }) {
  return h(
    "section",
    { class: `scene-hand${who === "Dealer" ? " dealer" : ""}`, "aria-label": word(who), "data-who": who },
    h("h3", {}, word(who)),
    h(
      "div",
      { class: "scene-piles" },
      piles.map((pile) =>
        h(
          "div",
          { class: "scene-pile" },
          pile.name ? h("p", { class: "small" }, title(word(pile.name))) : "",
          h("div", { class: "scene-cards" }, pile.cards.map((card) => cardFace(card, { small: true }))),
        )
      ),
    ),
    wagers.map((wager) => h("p", { class: "small", ...tongue(wager) }, word(wager))),
  );
}

const posted = ({ wager, rows }) =>
  h(
    "table",
    {},
    h("caption", {}, title(word(wager))),
    h(
      "tbody",
      {},
      rows.map(([award, pays]) => h("tr", {}, h("th", { scope: "row" }, word(award)), h("td", {}, word(pays)))),
    ),
  );

/** One of several: buttons where it is all that is asked, else marks to choose. */
class ChoiceField {
  constructor(field, { alone, done }) {
    Object.assign(this, { id: field.id, value: null, asks: field.asks });
    this.buttons = field.options.map((option, place) =>
      h(
        "button",
        {
          type: "button",
          class: "choice",
          "data-key": `choose-${option.id}`,
          "aria-pressed": alone ? null : "false",
          ...tongue(option.says),
          click: () => this.choose(option.id, alone ? done : null),
        },
        place < 9 ? h("kbd", { "aria-hidden": "true" }, String(place + 1)) : "",
        word(option.says),
      )
    );
    this.ids = field.options.map((option) => option.id);
    this.element = h(
      "div",
      { class: "choices", role: "group", "aria-label": word(field.asks) },
      this.buttons,
    );
  }

  get missing() {
    return _("Still to be chosen: %(field)s.", { field: word(this.asks) });
  }

  choose(id, done) {
    this.value = id;
    for (const [place, button] of this.buttons.entries()) {
      button.classList.toggle("chosen", this.ids[place] === id);
      if (button.hasAttribute("aria-pressed")) button.setAttribute("aria-pressed", String(this.ids[place] === id));
    }
    this.element.dispatchEvent(new Event("input", { bubbles: true }));
    if (done !== null) done();
  }

  /** A number chooses its option. */
  key(event) {
    const place = Number(event.key) - 1;
    if (!/^[1-9]$/.test(event.key) || place >= this.buttons.length || event.target.matches("input")) return false;
    this.buttons[place].click();
    return true;
  }
}

/** An amount in dollars. */
class MoneyField {
  constructor(field) {
    Object.assign(this, { id: field.id, asks: field.asks });
    this.input = h("input", {
      id: `field-${field.id}`,
      inputmode: "decimal",
      autocomplete: "off",
      placeholder: "0.00",
      "data-key": `field-${field.id}`,
    });
    this.element = h(
      "p",
      { class: "money-field" },
      h("label", { for: `field-${field.id}`, ...tongue(field.asks) }, word(field.asks)),
      this.input,
    );
  }

  get value() {
    return this.input.value.trim() === "" ? null : cents(this.input.value);
  }

  get missing() {
    if (this.input.value.trim() !== "") return notAmount(this.input.value);
    return _("Still to be written in dollars, 0 where there is none: %(field)s.", { field: word(this.asks) });
  }
}

/** Chips and coins, as many of each as are laid out. */
class ChipsField {
  constructor(field) {
    this.id = field.id;
    this.sum = h("output", { class: "chips-sum" }, "$0");
    this.rows = field.chips.map((chip) => this.row(chip));
    this.element = h(
      "fieldset",
      { class: "chips-field" },
      h("legend", tongue(field.asks), word(field.asks)),
      h("div", { class: "chips-rows" }, this.rows.map((row) => row.element)),
      h("p", {}, `${_("Together")} `, this.sum),
    );
    this.element.addEventListener("input", () => {
      this.sum.textContent = dollars(this.total);
    });
  }

  row({ cents: worth, says }) {
    const input = h("input", {
      type: "number",
      min: 0,
      max: 99999,
      step: 1,
      inputmode: "numeric",
      placeholder: "0",
      "aria-label": _("%(chip)s: how many", { chip: word(says) }),
      "data-key": `chips-${worth}`,
    });
    const more = h("button", {
      type: "button",
      class: `chip-more chip-of-${worth}`,
      "aria-label": _("One more %(chip)s", { chip: word(says) }),
      tabindex: -1,
      click: () => {
        input.value = String(Number(input.value) + 1);
        input.dispatchEvent(new Event("input", { bubbles: true }));
      },
    }, word(says));
    return { worth, input, element: h("div", { class: "chip-row" }, more, input) };
  }

  get total() {
    return this.rows.reduce((sum, { worth, input }) => sum + worth * Number(input.value), 0);
  }

  get value() {
    return Object.fromEntries(
      this.rows.filter(({ input }) => Number(input.value) > 0).map(({ worth, input }) => [
        String(worth),
        Number(input.value),
      ]),
    );
  }
}

/** A hand to set. */
class PilesField {
  constructor(field, { path, done }) {
    this.id = field.id;
    this.value = null;
    this.arranger = new Arranger(path, field, {
      tell: () => {},
      set: (piles) => {
        this.value = piles;
        done();
      },
    });
    this.element = h("div", { class: "felt-box set-field" }, this.arranger.element, this.arranger.controls);
  }
}

const FORMS = { choice: ChoiceField, money: MoneyField, chips: ChipsField, piles: PilesField, settling: SettlingField };

/** A question with its fields; `answered` takes the answer once every field has its value. */
export class Asked {
  constructor(question, path, answered) {
    const alone = question.fields.length === 1;
    const done = () => this.submit();
    this.answered = answered;
    this.fields = question.fields.map((field) => new FORMS[field.form](field, { alone, path, done }));
    const direct = alone && ["choice", "piles"].includes(question.fields[0].form);
    this.button = direct
      ? ""
      : h("button", { type: "submit", class: "go", "data-key": "answer", disabled: true }, _("Answer"));
    this.missing = h("p", { class: "small missing", role: "status" });
    this.form = h(
      "form",
      { class: "answer-form", autocomplete: "off", submit: (event) => (event.preventDefault(), this.submit()) },
      this.fields.map((field) => field.element),
      h("div", { class: "row" }, this.button, this.missing),
    );
    this.form.addEventListener("input", () => this.ready());
    const piles = question.fields.some((field) => field.form === "piles");
    this.element = h(
      "div",
      { class: "asked" },
      scene(question.scene, { without: piles }),
      h("h2", { class: "asks", tabindex: -1, ...tongue(question.says) }, word(question.says)),
      this.form,
    );
    this.over = false;
    this.form.addEventListener("focusin", (event) => this.look(event.target.closest("[data-bet]")?.dataset.who));
    this.ready();
  }

  /** Bring the hand of a seat into view, below the dealer's. */
  look(who) {
    const lies = this.element.querySelector(".scene");
    const hand = who && lies?.querySelector(`[data-who="${CSS.escape(who)}"]`);
    if (!hand) return;
    const dealer = lies.querySelector(".dealer")?.offsetHeight ?? 0;
    lies.scrollTop += hand.getBoundingClientRect().top - lies.getBoundingClientRect().top - dealer;
  }

  get answer() {
    return Object.fromEntries(this.fields.map((field) => [field.id, field.value]));
  }

  get complete() {
    return Object.values(this.answer).every((value) => value !== null);
  }

  ready() {
    if (this.button === "") return;
    this.button.disabled = !this.complete || this.over;
    const says = this.fields.filter((field) => field.value === null).map((field) => field.missing).join(" ");
    if (this.missing.textContent !== says) this.missing.textContent = says;
  }

  submit() {
    if (!this.complete || this.over) return;
    this.close();
    this.answered(this.answer);
  }

  close() {
    this.over = true;
    for (const control of this.form.querySelectorAll("button, input")) control.disabled = true;
  }

  /** The answer has not been taken: it can be given again. */
  open() {
    this.over = false;
    for (const control of this.form.querySelectorAll("button, input")) control.disabled = false;
    this.ready();
  }

  key(event) {
    if (this.over || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.fields.some((field) => field.key?.(event))) event.preventDefault();
  }

  focus() {
    const first = this.form.querySelector("button:enabled:not([tabindex='-1']), input:enabled");
    (first ?? this.element.querySelector(".asks")).focus({ preventScroll: true });
  }
}
