// What a table offers with a sentence: a button that does what it speaks of.
import { csrf, h } from "./base.js";
import { toast } from "./voice.js";
import { _ } from "./words.js";

const button = (key, words, click) => h("button", { type: "button", class: "tiny", "data-key": key, click }, words);

/** More chips from where they ran out. */
export function moreChips() {
  const give = async () => {
    const answer = await fetch("/chips", { method: "POST", body: new URLSearchParams({ csrf }) }).catch(() => null);
    toast(answer?.ok ? _("You have chips again. Deal when you like.") : _("The room cannot be reached: try it again."));
    const told = await answer?.text().catch(() => "") ?? ""; // this page, as it is now
    const now = new DOMParser().parseFromString(told, "text/html").getElementById("my-chips");
    if (now !== null) document.getElementById("my-chips").textContent = now.textContent;
  };
  return button("more-chips", _("More chips"), give);
}

/** To take back what another browser has laid. */
export function laidElsewhere(takeBack) {
  const says = _(
    "Laid in another browser. Once taken back, you can bet from here in five minutes, or when a round has begun.",
  );
  toast(says, false, button("take-back", _("Take back"), takeBack));
}
