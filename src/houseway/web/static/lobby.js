// The lobby: a name for who would like to play at once, and the edges of every game's wagers as they become known.
import { ask, percent } from "./base.js";

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
        ? "by the meter"
        : percent(wager.edge.percent);
      cell.title = wager.state !== "ready" ? wager.says : wager.edge === null ? "" : `exactly ${wager.edge.exact}`;
    }
    const asked = new Set(figures.wagers.map((wager) => wager.id));
    for (const row of game.querySelectorAll("[data-wager]")) {
      if (!asked.has(row.dataset.wager)) row.querySelector(".figure").textContent = "not offered";
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
      dialog.querySelector("[name=game]").value = form.elements.game.value;
      dialog.querySelector("#play-title").textContent = `Play ${form.querySelector("button").dataset.name}`;
      dialog.showModal();
    });
  }
}
