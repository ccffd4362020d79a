// How far a question to the lab is: asked again and again until there is an answer.
import { ask } from "./base.js";

const job = document.getElementById("job");
const share = document.getElementById("share");
const percent = document.getElementById("percent");

async function follow() {
  for (let pause = 400;; pause = Math.min(3000, pause * 1.3)) {
    await new Promise((done) => setTimeout(done, pause));
    try {
      const told = await ask(`/api/lab/jobs/${job.dataset.job}`);
      if (told.state !== "waiting" && told.state !== "running") return location.reload();
      const done = Math.round(100 * told.share);
      share.value = told.share;
      if (percent.textContent !== `${done} %`) percent.textContent = `${done} %`;
    } catch (fault) {
      if (fault.status === 404) return location.reload();
    }
  }
}

follow();
