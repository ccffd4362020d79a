// A new table: what is wrong with the settings is said while one types.
import { ask } from "./base.js";

const form = document.getElementById("settings");
const together = document.getElementById("together");
let waiting = 0;

function given() {
  return Object.fromEntries(
    [...new FormData(form)].filter(([name]) => name.startsWith("set.")).map(([name, value]) => [name.slice(4), value]),
  );
}

function show(faults) {
  for (const setting of form.querySelectorAll(".setting")) {
    const fault = faults.find((each) => each.setting === setting.dataset.setting);
    const line = setting.querySelector(".fault");
    setting.classList.toggle("wrong", Boolean(fault));
    setting.querySelector("input, select").setAttribute("aria-invalid", fault ? "true" : "false");
    line.hidden = !fault;
    line.textContent = fault ? fault.says : "";
  }
  const whole = faults.find((each) => each.setting === "");
  together.hidden = !whole;
  together.textContent = whole ? whole.says : "";
  document.getElementById("open").disabled = faults.length > 0;
}

form.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(async () => {
    try {
      show((await ask(`/api/games/${form.dataset.game}/check`, { settings: given() })).faults);
    } catch (fault) {
      show([{ setting: "", says: fault.message }]);
    }
  }, 250);
});
