// What decisions are worth, in words and figures.
import { askWhenReady, cardFace, h, title } from "./base.js";
import { suited } from "./cite.js";
import { _, tongue, word } from "./words.js";

export const units = (number) => `${number.units < 0 ? "−" : "+"}${Math.abs(number.units).toFixed(4)}`;

/** Which of several hands a decision was about. */
const which = ({ hand }) => (hand ? `, ${word(hand)}` : "");

/** The decisions of a round, each with what it cost. */
export function decisions(lines, own = null) {
  if (lines.length === 0) return h("p", {}, _("There was nothing to decide, or nothing is known about it."));
  return h(
    "ul",
    { class: "decisions" },
    lines.map((line) =>
      h(
        "li",
        { class: line.right ? "right" : "costly" },
        h(
          "p",
          {},
          h(
            "strong",
            {},
            `${line.seat === own ? _("You") : _("Seat %(number)s", { number: line.seat })}${which(line)}: `,
            Array.isArray(line.answer) ? pictured({ answer: line.answer, says: line.chosen }) : `${word(line.chosen)}.`,
            " ",
          ),
          line.right
            ? _("That was the best.")
            : Array.isArray(line.answer)
            ? _("The first below is the best. It cost %(amount)s on average, %(units)s of a unit", {
              amount: line.dollars,
              units: line.cost.units.toFixed(4),
            })
            : _("Best: %(best)s. It cost %(amount)s on average, %(units)s of a unit", {
              best: word(line.best),
              amount: line.dollars,
              units: line.cost.units.toFixed(4),
            }),
          !line.right && line.cost.exact
            ? h("span", { class: "exact" }, ` (${_("exactly %(figure)s", { figure: line.cost.exact })})`)
            : "",
          line.right ? "" : ".",
          counted(line),
        ),
        h(
          "table",
          {},
          h("caption", { class: "sr" }, _("What each choice is worth")),
          h(
            "tbody",
            {},
            line.options.map((option) =>
              h(
                "tr",
                {},
                h(
                  "th",
                  { scope: "row", ...tongue(option.says) },
                  Array.isArray(option.answer) ? [pictured(option), " ", makes(option.says)] : word(option.says),
                ),
                h("td", { class: "figure" }, units(option.value)),
              )
            ),
          ),
        ),
      )
    ),
  );
}

/** Which wagers values are of, where more than one lies there. */
function counted({ of = [], left_out: left = [] }) {
  const names = (wagers) => wagers.map(word).join(" + ");
  if (left.length > 0) {
    return ` ${_("Of %(counted)s; left out: %(left)s.", { counted: names(of), left: names(left) })}`;
  }
  return of.length > 1 ? ` ${_("Of %(counted)s together.", { counted: names(of) })}` : "";
}

/** The options before the player, the best first: what each is worth, and how much better the best one is. */
export function hints({ options, ...of }) {
  const [best, next] = options;
  const why = next === undefined ? "" : h(
    "p",
    { class: "hint-why" },
    next.cost.units === 0
      ? _("The first two are worth the same.")
      : _("%(best)s is worth %(units)s of a unit on average, %(more)s more than the next best.", {
        best: suited(title(word(best.says))),
        units: units(best.value),
        more: next.cost.units.toFixed(4),
      }),
    counted(of),
  );
  return h("div", { class: "hint" }, h("ol", { class: "hints" }, options.slice(0, 4).map(option)), why);
}

function option(each, place) {
  const worth = {
    class: "figure",
    title: each.value.exact ? _("exactly %(figure)s of a unit", { figure: each.value.exact }) : "",
  };
  return h(
    "li",
    { class: place === 0 ? "best" : "" },
    place === 0 ? h("span", { class: "best-mark" }, _("best")) : "",
    Array.isArray(each.answer) ? pictured(each) : h("span", tongue(each.says), word(each.says)),
    h("span", worth, money(each)),
  );
}

/** What an option is worth; of a wager that may be of any size it is told by which. */
function money({ answer, dollars, stake }) {
  const amount = dollars.replace("-", "−");
  return typeof answer === "number" && answer > 0 ? _("%(amount)s of %(stake)s", { amount, stake }) : amount;
}

/** A setting of a hand as small cards, pile by pile. */
const pictured = (each) =>
  h(
    "span",
    { class: "hint-piles", role: "img", "aria-label": suited(word(each.says)) },
    each.answer.map((pile) => h("span", { class: "hint-pile" }, pile.map((card) => cardFace(card, { small: true })))),
  );

/** What a setting makes, which its words tell after the cards. */
function makes(says) {
  const [, made] = word(says).match(/\((.*)\)$/) ?? [];
  return made === undefined ? "" : h("span", { class: "hint-makes" }, made);
}

/** Advice that is being prepared: it says so, for how long, and fills itself when it is ready. */
export function preparing(wait) {
  return h(
    "p",
    { class: "hint-wait", role: "status" },
    h("progress", { "aria-label": _("Being prepared") }),
    ` ${title(word(wait.says))} (${_("%(num)s s so far", { num: wait.seconds })}).`,
  );
}

/** The hint on the question before the player, which arrives when it is known. */
export class Hint {
  constructor(path, changed) {
    Object.assign(this, { path, changed, state: { key: "", found: null, wait: null, fault: "" } });
  }

  line(key) {
    if (this.state.key !== key) this.ask(key);
    const { found, wait, fault } = this.state;
    if (fault) return h("p", { class: "hint-wait" }, title(fault));
    if (found !== null) return hints(found);
    return wait === null
      ? h("p", { class: "hint-wait skeleton-line", role: "status" }, _("Computing what each choice is worth …"))
      : preparing(wait);
  }

  /** The best answer to this question, once it is known. */
  best(key) {
    return this.state.key === key && this.state.found !== null ? this.state.found.options[0].answer : null;
  }

  async ask(key) {
    const begin = (more) => {
      this.state = { key, found: null, wait: null, fault: "", ...more };
    };
    const now = (more) => {
      if (this.state.key === key) {
        begin(more);
        this.changed();
      }
    };
    begin({});
    try {
      const found = await askWhenReady(this.path, undefined, (wait) => now({ wait }), () => this.state.key === key);
      if (found.options) now({ found });
    } catch (fault) {
      now({ fault: fault.message });
    }
  }
}
