// Without a line to the room a page says so, in the language of the page before (see keepOffline in base.js). Nothing
// else is kept: what a table shows is never older than the room.
// There is one worker for all languages, and another one waits until no page is open: where one takes over from the
// other while a page is asked for, Chromium may let that page wait until it gives up.
const KEPT = "houseway-offline-3";
const OFFLINE = "/offline";
const PARTS = ["/static/base.css", "/static/pages.css", "/static/icon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(PARTS)));
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name !== KEPT).map((name) => caches.delete(name));
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const path = new URL(event.request.url).pathname;
  const answer = event.request.mode === "navigate" ? OFFLINE : PARTS.includes(path) ? path : null;
  if (answer === null) return;
  const kept = async () => (await (await caches.open(KEPT)).match(answer)) ?? Response.error();
  event.respondWith(fetch(event.request).catch(kept));
});
