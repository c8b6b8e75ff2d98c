/**
 * Serves the field page without a line. It keeps the page's own files and nothing else: answers of the API belong to
 * whoever is signed in, and are kept by the page under that person's name. The build writes VERSION and FILES; a
 * renewed server has other ones, so the browser finds a new worker, which waits until the page is closed or asks it
 * to take over.
 */
const VERSION = "__VERSION__";
const FILES = new Set(__FILES__);
const PAGE = "/field";
const prefix = "field-";
const cacheName = prefix + VERSION;

// Files below /assets carry a hash of their content in their name: the page has most of them from its own start.
const requestOf = (path) =>
  new Request(path, { cache: path.startsWith("/assets/") ? "default" : "no-cache" });

// All or nothing: a worker without one of its files is not installed.
self.addEventListener("install", (event) => {
  const requests = [PAGE, ...FILES].map(requestOf);
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(requests)));
});

self.addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith(prefix) && name !== cacheName;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("message", ({ data }) => {
  if (data === "take-over") self.skipWaiting();
});

/** What stands in the cache for a request; undefined for what is asked of the server. */
function keptAs({ method, mode, url }) {
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== self.location.origin) return undefined;
  if (mode === "navigate") return pathname.replace(/\/$/, "") === PAGE ? PAGE : undefined;
  return FILES.has(pathname) ? pathname : undefined;
}

self.addEventListener("fetch", (event) => {
  const path = keptAs(event.request);
  if (path === undefined) return;
  event.respondWith(
    caches
      .open(cacheName)
      .then((cache) => cache.match(path, { ignoreVary: true }))
      .then((kept) => kept ?? fetch(event.request)),
  );
});
