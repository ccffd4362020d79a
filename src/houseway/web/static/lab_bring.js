// A file is read here, in the browser: its text travels, its name does not.
for (const chosen of document.querySelectorAll("input[type=file][data-into]")) {
  chosen.addEventListener("change", async () => {
    if (chosen.files.length) document.getElementById(chosen.dataset.into).value = await chosen.files[0].text();
  });
}
