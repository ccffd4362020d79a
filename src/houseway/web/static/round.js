// The page of a round: what should have been done, and its link.
import { askWhenReady, h } from "./base.js";
import { decisions, preparing } from "./trainer.js";
import { _ } from "./words.js";

const advice = document.getElementById("advice");
advice?.querySelector("button").addEventListener("click", async () => {
  advice.replaceChildren(h("p", { role: "status" }, _("Computing …")));
  try {
    const found = await askWhenReady(
      `/api/rounds/${advice.dataset.round}/advice`,
      undefined,
      (wait) => advice.replaceChildren(preparing(wait)),
    );
    advice.replaceChildren(decisions(found.decisions));
  } catch (fault) {
    advice.replaceChildren(h("p", { class: "fault", role: "alert" }, fault.message));
  }
});

document.getElementById("share").addEventListener("click", async (event) => {
  await navigator.clipboard.writeText(location.href.split("#")[0]);
  event.target.textContent = _("Copied");
});
