// The page of a round: what should have been done, and its link.
import { ask, h } from "./base.js";
import { decisions } from "./trainer.js";

const advice = document.getElementById("advice");
advice.querySelector("button").addEventListener("click", async () => {
  advice.replaceChildren(h("p", { role: "status" }, "Computing …"));
  try {
    advice.replaceChildren(decisions((await ask(`/api/rounds/${advice.dataset.round}/advice`)).decisions));
  } catch (fault) {
    advice.replaceChildren(h("p", { class: "fault", role: "alert" }, fault.message));
  }
});

document.getElementById("share").addEventListener("click", async (event) => {
  await navigator.clipboard.writeText(location.href.split("#")[0]);
  event.target.textContent = "Copied";
});
