// What decisions are worth, in words and figures.
import { askWhenReady, h, title } from "./base.js";

export const units = (number) => `${number.units < 0 ? "−" : "+"}${Math.abs(number.units).toFixed(4)}`;

/** The decisions of a round, each with what it cost. */
export function decisions(lines, own = null) {
  if (lines.length === 0) return h("p", {}, "There was nothing to decide, or nothing is known about it.");
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
          h("strong", {}, `${line.seat === own ? "You" : `Seat ${line.seat}`}: ${line.chosen}. `),
          line.right
            ? "That was the best."
            : `Best: ${line.best}. It cost ${line.dollars} on average, ${line.cost.units.toFixed(4)} of a unit`,
          !line.right && line.cost.exact ? h("span", { class: "exact" }, ` (exactly ${line.cost.exact})`) : "",
          line.right ? "" : ".",
        ),
        h(
          "table",
          {},
          h("caption", { class: "sr" }, "What each choice is worth"),
          h(
            "tbody",
            {},
            line.options.map((option) =>
              h("tr", {}, h("th", { scope: "row" }, option.says), h("td", { class: "figure" }, units(option.value)))
            ),
          ),
        ),
      )
    ),
  );
}

/** The options before the player, the best first. */
export function hints(options) {
  return h(
    "ol",
    { class: "hints" },
    options.slice(0, 4).map((option, place) =>
      h(
        "li",
        { class: place === 0 ? "best" : "" },
        h("span", {}, option.says),
        h(
          "span",
          { class: "figure", title: option.value.exact ? `exactly ${option.value.exact}` : "" },
          units(option.value),
        ),
      )
    ),
  );
}

/** Advice that is being prepared: it says so, for how long, and fills itself when it is ready. */
export function preparing(wait) {
  return h(
    "p",
    { class: "hint-wait", role: "status" },
    h("progress", { "aria-label": "Being prepared" }),
    ` ${title(wait.says)} (${wait.seconds} s so far).`,
  );
}

/** The hint on the question before the player, which arrives when it is known. */
export class Hint {
  constructor(path, changed) {
    Object.assign(this, { path, changed, state: { key: "", options: null, wait: null, fault: "" } });
  }

  line(key) {
    if (this.state.key !== key) this.ask(key);
    const { options, wait, fault } = this.state;
    if (fault) return h("p", { class: "hint-wait" }, title(fault));
    if (options !== null) return hints(options);
    return wait === null
      ? h("p", { class: "hint-wait skeleton-line", role: "status" }, "Computing what each choice is worth …")
      : preparing(wait);
  }

  async ask(key) {
    const begin = (more) => {
      this.state = { key, options: null, wait: null, fault: "", ...more };
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
      if (found.options) now({ options: found.options });
    } catch (fault) {
      now({ fault: fault.message });
    }
  }
}
