// The lobby: a name for who would like to play at once, and the edges of every game's wagers as they become known.
import { ask, csrf, dollars, h, percent } from "./base.js";
import { _, lacks, ngettext, word } from "./words.js";

async function fill(game) {
  const pause = (wait) => new Promise((done) => setTimeout(done, wait));
  for (let wait = 600;; wait = Math.min(8000, wait * 1.5)) {
    const figures = await ask(`/api/games/${game.dataset.game}/odds`).catch(() => null);
    game.querySelector(".edges").classList.toggle("cut-off", figures === null);
    if (figures === null) {
      await pause(4000);
      continue;
    }
    for (const wager of figures.wagers) {
      const cell = game.querySelector(`[data-wager="${wager.id}"] .figure`);
      if (cell === null || wager.state === "pending") continue;
      cell.textContent = wager.state !== "ready"
        ? "—"
        : wager.edge === null
        ? _("by the meter")
        : percent(wager.edge.percent);
      cell.title = wager.state !== "ready"
        ? word(wager.says)
        : wager.edge === null
        ? ""
        : _("exactly %(figure)s", { figure: wager.edge.exact });
    }
    const without = figures.wagers.find((wager) => lacks(wager.says ?? ""));
    if (without && document.getElementById("no-lab") === null) {
      document.querySelector(".games").before(h("p", { class: "small", id: "no-lab" }, word(without.says)));
    }
    const asked = new Set(figures.wagers.map((wager) => wager.id));
    for (const row of game.querySelectorAll("[data-wager]")) {
      if (!asked.has(row.dataset.wager)) row.querySelector(".figure").textContent = _("not offered");
    }
    if (figures.complete) return;
    await pause(wait);
  }
}

for (const game of document.querySelectorAll(".game")) fill(game);

// Who has no name yet is asked for one in place; what they wanted to play is kept.
const dialog = document.getElementById("play-dialog");
if (dialog !== null) {
  for (const form of document.querySelectorAll("form.play")) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      for (const field of dialog.querySelectorAll("[name=game]")) field.value = form.elements.game.value;
      dialog.querySelector("#play-title").textContent = _("Play %(game)s", {
        game: form.querySelector("button").dataset.name,
      });
      dialog.showModal();
    });
  }
}

// The open tables as they are now: asked for again and again while somebody looks, and at once for another filter.
const filters = document.getElementById("filters");
const list = document.getElementById("tables");
const EVERY = 4000;

function card(table) {
  const place = (number) =>
    h("i", { class: number < table.people ? "person" : number < table.taken ? "taken" : "free" });
  const people = ngettext("%(num)s person", "%(num)s people", table.people);
  const bots = ngettext("%(num)s bot", "%(num)s bots", table.bots);
  const free = _("%(num)s free", { num: table.free });
  const least = _("from %(amount)s", { amount: dollars(table.least_cents) });
  const number = _("Table %(number)s", { number: table.id });
  const phase = table.phase === "ended" ? _("between rounds") : word(table.phase);
  const words = `${number} · ${people}, ${bots}, ${free} · ${least} · ${phase}`;
  const whose = table.yours ? _("You sit here") : table.opened ? _("You opened it") : "";
  return h(
    "li",
    {},
    h(
      "a",
      { class: `table-card${table.yours ? " yours" : ""}`, href: `/tables/${table.id}` },
      h("strong", {}, table.game_name === table.name ? word(table.name) : table.name),
      table.game_name === table.name ? "" : h("span", {}, word(table.game_name)),
      h(
        "span",
        { class: "seats", "aria-hidden": "true" },
        Array.from({ length: table.taken + table.free }, (_, n) => place(n)),
      ),
      h("span", { class: "small" }, whose ? `${whose} · ${words}` : words),
    ),
    table.closes ? closing(table.id) : "",
  );
}

/** Who has opened a table closes it again, while nobody else sits there. */
const closing = (id) =>
  h(
    "form",
    { class: "close-table", method: "post", action: `/tables/${id}/close` },
    h("input", { type: "hidden", name: "csrf", value: csrf }),
    h("button", { type: "submit", "data-close": id }, _("Close the table"), h("span", { class: "sr" }, ` ${id}`)),
  );

const more = document.getElementById("more-tables");
const STEP = 60;
const MOST = 1000; // at once; who looks for another by its name or number finds it
let shown = STEP;
let drawn = "";
let asked = 0;

async function refresh() {
  const wanted = [...new FormData(filters)].filter(([, value]) => value.trim() !== "");
  const now = ++asked;
  const answer = await fetch(`/api/tables?${new URLSearchParams([...wanted, ["shown", shown]])}`).catch(() => null);
  const tables = answer?.ok ? await answer.json().catch(() => null) : null;
  if (now !== asked || tables === null) return; // another filter has been asked for since
  const count = Number(answer.headers.get("X-Tables"));
  if (JSON.stringify([tables, count, wanted.length > 0]) === drawn) return;
  drawn = JSON.stringify([tables, count, wanted.length > 0]);
  const held = document.activeElement;
  const again = list.contains(held)
    ? held.dataset.close ? `[data-close="${held.dataset.close}"]` : `[href="${held.getAttribute("href")}"]`
    : null;
  list.replaceChildren(...tables.map(card));
  if (again !== null) list.querySelector(again)?.focus();
  const none = document.getElementById("no-tables");
  none.hidden = tables.length > 0;
  none.textContent = wanted.length > 0
    ? _("No table is like that. Take a filter away, or choose a game above and play.")
    : _("No table is open here. Choose a game above and play; bots will keep you company.");
  more.hidden = count <= tables.length;
  more.querySelector("button").hidden = tables.length >= MOST;
  more.firstElementChild.textContent = _("%(shown)s of %(count)s tables are shown; the filters find the others.", {
    shown: tables.length,
    count,
  });
}

function look() {
  shown = STEP;
  refresh();
}

let typing = 0;
filters.addEventListener("change", look);
filters.elements.name.addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(look, 200);
});
filters.addEventListener("submit", (event) => event.preventDefault());
more.querySelector("button").addEventListener("click", () => {
  shown = Math.min(MOST, shown + STEP);
  refresh();
});
setInterval(() => document.visibilityState === "visible" && refresh(), EVERY);
