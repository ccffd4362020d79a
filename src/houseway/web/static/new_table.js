// A new table: what is wrong with the settings, and with paytables of one's own, is said while one types.
import { ask } from "./base.js";
import { word } from "./words.js";

const form = document.getElementById("settings");
const together = document.getElementById("together");
let waiting = 0;

/** What the fields of a kind hold, by what they are about; a text of one's own only where there is one. */
function fields(kind) {
  return Object.fromEntries(
    [...new FormData(form)]
      .filter(([name, value]) => name.startsWith(kind) && (kind === "set." || value.trim() !== ""))
      .map(([name, value]) => [name.slice(kind.length), value]),
  );
}

const wanted = () => ({
  settings: { ...fields("set."), ...fields("content.") },
  paytables: fields("paytable."),
});

function show(faults) {
  for (const part of form.querySelectorAll(".setting")) {
    const own = faults.filter((each) => each.setting === part.dataset.setting).map((each) => word(each.says));
    const line = part.querySelector(".fault");
    part.classList.toggle("wrong", own.length > 0);
    for (const field of part.querySelectorAll("input:not([type=file]), select, textarea")) {
      field.setAttribute("aria-invalid", own.length ? "true" : "false");
    }
    line.hidden = own.length === 0;
    line.textContent = own.join("\n");
    if (own.length) part.closest("details").open = true;
  }
  const whole = faults.filter((each) => each.setting === "").map((each) => word(each.says));
  together.hidden = whole.length === 0;
  together.textContent = whole.join("\n");
  const again = document.getElementById("by-button"); // the field may be far out of sight
  if (again !== null) {
    again.hidden = faults.length === 0;
    again.textContent = faults.map((each) => word(each.says)).join("\n");
  }
  document.getElementById("open").disabled = faults.length > 0;
}

async function check() {
  try {
    show((await ask(form.dataset.check ?? `/api/games/${form.dataset.game}/check`, wanted())).faults);
  } catch (fault) {
    show([{ setting: "", says: fault.message }]);
  }
}

form.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(check, 250);
});

/** Put a text where somebody would have typed it. */
function write(id, text) {
  const field = document.getElementById(id);
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

// A file is read here, in the browser: its text travels, its name does not.
for (const chosen of form.querySelectorAll("input[type=file]")) {
  chosen.addEventListener("change", async () => {
    if (chosen.files.length) write(chosen.dataset.into, await chosen.files[0].text());
  });
}
for (const printed of form.querySelectorAll("select[data-printed]")) {
  printed.addEventListener("change", () => {
    if (printed.value !== "") write(printed.dataset.printed, printed.value);
    printed.value = "";
  });
}
// What was typed before this script had come is looked at, too.
if ([...form.elements].some((field) => "defaultValue" in field && field.value !== field.defaultValue)) check();
