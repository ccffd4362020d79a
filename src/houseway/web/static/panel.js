// The side panel (a drawer on a phone): odds of this table's wagers, rules and paytables, history, the table itself.
import { ask, colours, h, wish } from "./base.js";
import { closing, cut, desk } from "./desk.js";
import { citing, clauseLabel } from "./cite.js";
import { PACES } from "./motion.js";
import { departures, edge, ended, onItsWay, paytable, scores } from "./panes.js";
import { _, lacks, ngettext, paytableTitle, settingTitle, settingValue, tongue, word } from "./words.js";

const panel = document.getElementById("panel");
const opener = document.getElementById("open-panel");
const pane = (id) => document.getElementById(`pane-${id}`);

/** What else can be asked of a table's wagers in the lab, at its settings. */
function questions(lab, wager, settings) {
  const asked = [];
  if ("counted" in panel.dataset) asked.push(["protect", _("Game protection")]);
  if ("joined" in panel.dataset) asked.push(["joint", _("Several wagers together")]);
  if (wager) asked.push([`${wager.id}/compare`, _("Two side by side")]);
  const links = asked.map(([page, words]) => h("li", {}, h("a", { href: `${lab}/${page}${settings}` }, words)));
  return h("ul", { class: "panel-note questions", "aria-label": _("More of the lab") }, links);
}

export class Panel {
  constructor(table, role, owner, act) {
    Object.assign(this, { table, role, owner, act });
    this.document = null;
    this.wishes = () => {};
    this.listed = null;
    this.tabs = [...panel.querySelectorAll('[role="tab"]')];
    for (const tab of this.tabs) tab.addEventListener("click", () => this.select(tab.id.slice(4)));
    panel.querySelector('[role="tablist"]').addEventListener("keydown", (event) => this.step(event));
    opener.addEventListener("click", () => this.open(!panel.classList.contains("open")));
    document.getElementById("close-panel").addEventListener("click", () => this.open(false));
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.open(false));
    document.addEventListener("click", (event) => {
      const cited = event.target.closest?.("[data-clause]");
      if (cited) this.point(`dt[data-id="${CSS.escape(cited.dataset.clause)}"]`);
    });
    pane("odds").replaceChildren(h("h2", {}, _("Exact edges at this table")), ...onItsWay(_("On their way …")));
    this.rules();
    this.odds();
  }

  open(on) {
    if (!on && panel.contains(document.activeElement) && opener.offsetParent !== null) opener.focus();
    panel.classList.toggle("open", on);
    opener.setAttribute("aria-expanded", String(on));
  }

  step(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    const at = this.tabs.findIndex((tab) => tab.getAttribute("aria-selected") === "true");
    const next = this.tabs[(at + by + this.tabs.length) % this.tabs.length];
    this.select(next.id.slice(4));
    next.focus();
  }

  select(id) {
    for (const tab of this.tabs) {
      const on = tab.id === `tab-${id}`;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
      pane(tab.id.slice(4)).hidden = !on;
    }
    if (id === "history") this.history();
  }

  /** Show what a wager pays. */
  about(wager) {
    this.point(`[data-wager="${wager}"]`);
  }

  /** Show something among the rules. */
  point(selector) {
    this.open(true);
    this.select("rules");
    this.search("");
    const found = pane("rules").querySelector(selector) ?? pane("rules");
    found.scrollIntoView({ block: "nearest" });
    found.classList.add("pointed");
    setTimeout(() => found.classList.remove("pointed"), 1600);
    pane("rules").focus({ preventScroll: true });
  }

  /** Show only what holds these words. */
  search(words) {
    const wanted = words.trim().toLowerCase();
    const holds = (element) => element.textContent.toLowerCase().includes(wanted);
    const field = pane("rules").querySelector(".rule-search");
    if (field !== null && field.value !== words) field.value = words;
    let found = false;
    const show = (elements) => {
      const shown = elements.some(holds);
      for (const element of elements) element.hidden = !shown;
      found ||= shown;
    };
    for (const each of pane("rules").querySelectorAll("table, .controls li, .departures li")) show([each]);
    for (const term of pane("rules").querySelectorAll(".clause-list dt")) show([term, term.nextElementSibling]);
    const nothing = pane("rules").querySelector(".nothing-found");
    if (nothing === null) return;
    nothing.textContent = found ? "" : _("Nothing in these rules has “%(words)s”.", { words: words.trim() });
    nothing.hidden = found;
  }

  async odds() {
    for (let wait = 700;; wait = Math.min(8000, wait * 1.5)) {
      try {
        const figures = await ask(`/api/tables/${this.table}/odds`);
        const without = figures.wagers.filter((wager) => lacks(wager.says ?? ""));
        pane("odds").replaceChildren(
          h("h2", {}, _("Exact edges at this table")),
          without.length > 0 ? h("p", { class: "panel-note", id: "no-lab" }, word(without[0].says)) : "",
          ...figures.wagers.filter((wager) => !without.includes(wager))
            .map((wager) => edge(wager, `${figures.lab}/${wager.id}?table=${this.table}`)),
          questions(figures.lab, figures.wagers[0], `?table=${this.table}`),
          h(
            "p",
            { class: "panel-note" },
            _("What the house keeps of a unit wagered, on average, by exact counting with the functions that pay."),
          ),
        );
        if (figures.complete) return;
      } catch (fault) {
        if (pane("odds").querySelector(".edge") === null) {
          pane("odds").replaceChildren(
            h("h2", {}, _("Exact edges at this table")),
            h("p", { class: "panel-note" }, fault.message),
          );
        }
      }
      await new Promise((done) => setTimeout(done, wait));
    }
  }

  /** Settings or paytables of the table are new: so are its rules and its odds. */
  changed() {
    this.document = null;
    this.rules();
    this.odds();
  }

  async rules() {
    const rules = (this.document ??= await this.fetched("rules", `/api/tables/${this.table}/rules`));
    const names = Object.fromEntries(rules.wagers.map((wager) => [wager.id, wager.name]));
    pane("rules").replaceChildren(
      h("h2", {}, word(rules.name)),
      h("p", { class: "panel-note" }, word(rules.summary)),
      rules.how.length ? h("ol", { class: "how" }, rules.how.map((line) => h("li", {}, word(line)))) : "",
      h("input", {
        type: "search",
        class: "rule-search",
        placeholder: _("Search the rules"),
        "aria-label": _("Search the rules"),
        input: (event) => this.search(event.target.value),
      }),
      h(
        "p",
        { class: "panel-note" },
        h("a", { href: `/posting/${this.table}` }, _("Posting sheet of this table, to print")),
      ),
      h("p", { class: "panel-note nothing-found", role: "status", hidden: true }),
      ...departures(rules.departures),
      scores(rules.scoring),
      ...rules.paytables.map((table) => paytable(table, names[table.wager] ?? table.wager)),
      h("h3", {}, _("Clauses")),
      h(
        "dl",
        { class: "clause-list" },
        rules.clauses.flatMap((clause) => [
          h("dt", { "data-id": clause.id, lang: "en" }, clauseLabel(clause.id)),
          h("dd", { lang: "en" }, clause.says),
        ]),
      ),
      h("h3", {}, _("Irregularities")),
      h(
        "ul",
        { class: "controls" },
        Object.values(rules.controls).map((each) => h("li", tongue(each), citing(word(each)))),
      ),
      h(
        "p",
        { class: "panel-note" },
        h("span", { lang: "en" }, `${rules.source.title}, ${rules.source.authority}, ${rules.source.date}`),
        `. ${_("In our own words.")}`,
      ),
    );
    this.ready?.(rules);
    if (this.seen) this.update(...this.seen);
  }

  /** Ask until it is answered; meanwhile the pane says why it is empty. */
  async fetched(id, path) {
    if (pane(id).childElementCount === 0) pane(id).replaceChildren(...onItsWay(_("On its way …"), 6));
    for (let wait = 1000;; wait = Math.min(15000, wait * 2)) {
      try {
        return await ask(path);
      } catch (fault) {
        pane(id).replaceChildren(h("p", { class: "panel-note", role: "status" }, fault.message));
      }
      await new Promise((done) => setTimeout(done, wait));
    }
  }

  async history() {
    const { rounds } = await this.fetched("history", `/api/tables/${this.table}/history`);
    pane("history").replaceChildren(
      h("h2", {}, _("Rounds at this table")),
      ended(rounds, this.seat),
    );
  }

  /** What a setting of this table is, in words: a paytable by its name. */
  value(id, value) {
    const wager = this.document?.wagers.find((each) => `${each.id}-paytable` === id);
    const table = wager && this.document.paytables.find((each) => each.wager === wager.id);
    if (wager === undefined) return settingValue(id, value);
    return paytableTitle(value === "standard" ? table?.id ?? value : value, wager.name);
  }

  /** The irregularities that the house has a written control for. */
  controls() {
    return Object.keys(this.document?.controls ?? {});
  }

  /** What changes with the view. */
  update(view, mine) {
    this.seen = [view, mine];
    this.seat = mine?.number ?? null;
    if (view.phase === "ended") this.over = view.round;
    const listed = JSON.stringify([this.over, view.amended]);
    if (listed !== this.listed && !pane("history").hidden) this.history();
    this.listed = listed;
    const root = view.shoe.root;
    const state = JSON.stringify([
      view.shoe,
      view.log,
      view.paused,
      view.closed,
      view.phase,
      view.requests,
      this.seat,
      mine?.wagers,
      this.document === null,
    ]);
    if (state === this.shown) return;
    this.shown = state;
    const held = pane("about").contains(document.activeElement) ? document.activeElement : null;
    const at = held?.selectionStart ?? null;
    pane("about").replaceChildren(
      h("h2", {}, _("Your wishes")),
      toggle(_("Four colours of suits"), "four-colours", colours),
      toggle(_("Hints while I decide"), "hints", () => this.wishes()),
      toggle(_("Sounds"), "sound", () => {}),
      choice(_("Pace"), "pace", PACES),
      h("h2", {}, _("The shoe")),
      h(
        "p",
        { class: "panel-note" },
        ngettext(
          "%(num)s card left. Its order was fixed before any bet; this is its seal:",
          "%(num)s cards left. Its order was fixed before any bet; this is its seal:",
          view.shoe.left,
        ),
      ),
      h("p", {}, h("code", {}, root)),
      h(
        "p",
        {},
        h("a", { href: `/proof/${view.shoe.id}` }, _("Check the shoe")),
        view.shoe.cut === null
          ? ""
          : view.shoe.cut === 0
          ? ` ${_("Nobody cut it.")}`
          : ` ${_("It was cut after %(num)s cards.", { num: view.shoe.cut })}`,
      ),
      h("p", {}, h("a", { href: `/display/${this.table}` }, _("Display for a screen on the wall"))),
      cut(view, mine, this.act),
      closing(view, this.owner, this.act),
      desk(view, this.role, this.controls(), this.act),
      h("h2", {}, _("Settings")),
      h(
        "dl",
        { class: "setting-list" },
        // those that the browser hashes; one that follows another is called by its name
        Object.entries(view.settings).flatMap(([id, value]) => [
          h("dt", {}, settingTitle(id)),
          h("dd", {}, this.value(id, view.settings[value] ?? value)),
        ]),
      ),
      h("h2", {}, _("What happened")),
      h("ul", { class: "log" }, [...view.log].reverse().map((each) => h("li", {}, word(each)))),
    );
    if (held?.id) this.hold(document.getElementById(held.id), at);
  }

  /** The focus, and where one was typing. */
  hold(element, at) {
    element?.focus();
    if (at !== null && element?.matches("input:not([type=number]):not([type=checkbox])")) {
      element.setSelectionRange(at, at);
    }
  }
}

function choice(words, name, options) {
  const pick = h("select", { id: `wish-${name}`, change: (event) => wish.keep(name, event.target.value) });
  pick.append(...Object.keys(options).map((each) => h("option", { value: each }, word(each))));
  pick.value = wish.read(name, "usual");
  return h("p", { class: "toggle" }, h("label", { for: `wish-${name}` }, words), pick);
}

function toggle(words, name, changed) {
  const box = h("input", {
    type: "checkbox",
    id: `wish-${name}`,
    change: (event) => {
      wish.keep(name, event.target.checked ? "yes" : "no");
      changed(event.target.checked);
    },
  });
  box.checked = wish.read(name, "no") === "yes";
  return h("p", { class: "toggle" }, box, h("label", { for: `wish-${name}` }, words));
}
