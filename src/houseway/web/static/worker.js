// Without a line to the room a page says so. Nothing else is kept: what a table shows is never older than the room.
// It is registered anew, by another address, for another language.
const LANGUAGE = new URL(self.location).searchParams.get("lang") ?? "en";
const KEPT = `houseway-offline-2-${LANGUAGE}`;
const OFFLINE = `/offline?lang=${LANGUAGE}`;
const PARTS = [OFFLINE, "/static/base.css", "/static/pages.css", "/static/icon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(PARTS)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name !== KEPT).map((name) => caches.delete(name));
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const path = new URL(event.request.url).pathname;
  const answer = event.request.mode === "navigate" ? OFFLINE : PARTS.includes(path) ? path : null;
  if (answer !== null) event.respondWith(fetch(event.request).catch(() => caches.match(answer)));
});
