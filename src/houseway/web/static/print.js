// A page that can be printed.
document.getElementById("print").addEventListener("click", () => globalThis.print());
