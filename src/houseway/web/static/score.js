// The score of the drill, in exact cost for each kind of decision; the browser keeps it for who has no name.
import { ask, h, title, wish } from "./base.js";
import { _, thousands, word } from "./words.js";

const gcd = (a, b) => (b === 0n ? a : gcd(b, a % b));
const fraction = (text) => text.split("/").map(BigInt);

/** The exact sum of two fractions, "1/6" and "1/3"; nothing where one of them is only an estimate. */
export function added(one, other) {
  if (one === "" || other === "") return "";
  const [[a, b], [c, d]] = [fraction(one), fraction(other)];
  const [top, bottom] = [a * d + c * b, b * d];
  const common = gcd(top < 0n ? -top : top, bottom);
  return `${top / common}/${bottom / common}`;
}

export class Score {
  constructor(game, places) {
    Object.assign(this, { game, places, scores: null, kept: false });
    this.load();
  }

  get stored() {
    return JSON.parse(wish.read(`drill.${this.game}`, "[]"));
  }

  async load() {
    try {
      const found = await ask(`/api/games/${this.game}/drill/scores`);
      this.kept = found.kept;
      this.scores = found.kept ? found.scores : this.stored;
      this.places.waiting.textContent = found.kept ? thousands(found.waiting) : "–";
    } catch (fault) {
      this.places.history.replaceChildren(h("p", { class: "small" }, fault.message));
      return;
    }
    this.draw();
  }

  /** Count a decision that was judged. */
  count(line) {
    if (!line.counts) return;
    const before = this.stored.find((each) => each.kind === line.about) ??
      { kind: line.about, decided: 0, right: 0, units: 0, exact: "0/1" };
    const now = {
      ...before,
      decided: before.decided + 1,
      right: before.right + (line.right ? 1 : 0),
      units: before.units + line.cost.units,
      exact: added(before.exact, line.cost.exact),
    };
    if (!this.kept) {
      wish.keep(
        `drill.${this.game}`,
        JSON.stringify([...this.stored.filter((each) => each.kind !== line.about), now]),
      );
    }
    this.load();
  }

  async forget() {
    if (this.kept) await ask(`/api/games/${this.game}/drill/forget`, {});
    else wish.keep(`drill.${this.game}`, "[]");
    this.load();
  }

  draw() {
    const sum = (of) => this.scores.reduce((total, each) => total + each[of], 0);
    this.places.decided.textContent = thousands(sum("decided"));
    this.places.right.textContent = thousands(sum("right"));
    this.places.cost.textContent = sum("units").toFixed(4);
    this.places.history.replaceChildren(
      ...(this.scores.length === 0
        ? [h("p", { class: "small" }, _("Nothing is decided yet."))]
        : [this.table(), this.foot()]),
    );
  }

  table() {
    const sorted = [...this.scores].sort((a, b) => b.units / b.decided - a.units / a.decided);
    return h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": _("Your decisions so far") },
      h(
        "table",
        { class: "drill-history" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            [_("Decisions about"), _("Decided"), _("Right"), _("Cost in units"), _("A decision")].map((words, place) =>
              h("th", { scope: "col", class: place ? "figure" : "" }, words)
            ),
          ),
        ),
        h(
          "tbody",
          {},
          sorted.map((each) =>
            h(
              "tr",
              {},
              h(
                "th",
                { scope: "row" },
                title(each.kind === "set" ? _("how to set the hand") : word(each.kind.replaceAll("-", " "))),
              ),
              h("td", { class: "figure" }, thousands(each.decided)),
              h("td", { class: "figure" }, thousands(each.right)),
              h("td", { class: "figure" }, each.units.toFixed(4), exactly(each)),
              h("td", { class: "figure" }, (each.units / each.decided).toFixed(4)),
            )
          ),
        ),
        h("tfoot", {}, this.total()),
      ),
    );
  }

  /** All kinds together; exactly where every one of them is. */
  total() {
    const sum = (of) => this.scores.reduce((total, each) => total + each[of], 0);
    const exact = this.scores.reduce((total, each) => added(total, each.exact), "0/1");
    return h(
      "tr",
      { class: "total" },
      h("th", { scope: "row" }, _("All together")),
      h("td", { class: "figure" }, thousands(sum("decided"))),
      h("td", { class: "figure" }, thousands(sum("right"))),
      h("td", { class: "figure" }, sum("units").toFixed(4), exactly({ exact })),
      h("td", { class: "figure" }, (sum("units") / sum("decided")).toFixed(4)),
    );
  }

  foot() {
    return h(
      "p",
      { class: "small" },
      this.kept ? _("Kept for you in the room.") : _("Kept in this browser; with a name the room keeps it."),
      " ",
      h("button", { type: "button", id: "forget", click: () => this.forget() }, _("Begin anew")),
    );
  }
}

/** The exact sum, where it is one. */
function exactly(each) {
  if (each.exact === "") return h("span", { class: "small" }, ` ${_("estimated")}`);
  return each.exact.startsWith("0/") ? "" : h("details", {}, h("summary", {}, _("exactly")), h("code", {}, each.exact));
}
