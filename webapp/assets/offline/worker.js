/* Without a network: a table as it was, and lessons and rules that were seen. What the server says may be kept names the device it is
   shown to (Kept-For): another device at this browser is shown nothing of it, and what was refused since is kept no longer. */
const worker = /** @type {any} */ (self);
const PAGES = "kept", FILES = "files", OWNER = "/kept-for", MOST_FILES = 80, MOST_PAGES = 60;
const root = new URL("../", location.href).pathname;

/* A table and a lesson are one page, whatever else the address says. */
const key = (url) => {
  const {pathname, search} = new URL(url, location.href);
  return /\/(tables\/\d+|learn(\/[\w-]+)?)$/.test(pathname) ? pathname : pathname + search;
};
const isPublic = (url) => /\/(learn|rules)(\/|$)/.test(url.pathname) && !url.searchParams.has("table");
/* What was asked for before the last refusal may not be seen any more when it comes: it is not kept. Nor is what is asked for while
   a form is under way, which ends with the next page that is opened: the one it leads to. */
let refusals = 0, underWay = false, emptied = Promise.resolve();
const dropped = async (which) => {
  const cache = await caches.open(PAGES);
  for (const kept of await cache.keys()) if (which(new URL(kept.url))) await cache.delete(kept);
};
const trimmed = async (cache, most) => {
  const kept = await cache.keys();
  for (const old of kept.slice(0, Math.max(0, kept.length - most))) await cache.delete(old);
};

const learned = async (url, answer, refusedBefore) => {
  const whose = answer.headers.get("Kept-For"), {pathname} = new URL(url), table = /\/tables\/(\d+)/.exec(pathname)?.[1];
  if (answer.status >= 500 || answer.status === 429 || answer.status === 304) return;
  if (!answer.ok) refusals++;
  if (!answer.ok && table) await dropped((kept) => (kept.pathname + "/").startsWith(`${root}tables/${table}/`) || kept.searchParams.get("table") === table);
  const cache = await caches.open(PAGES);
  if (!answer.ok || whose === null) return cache.delete(key(url));
  await emptied;
  if (refusals !== refusedBefore) return;
  const owner = await (await cache.match(OWNER))?.text();
  if (owner && owner !== whose) await dropped((kept) => !isPublic(kept));
  await cache.put(OWNER, new Response(whose));
  await cache.put(key(url), answer);
  if (refusals !== refusedBefore) await cache.delete(key(url));
  await trimmed(cache, MOST_PAGES);
};
const page = async (request) => {
  const refusedBefore = underWay ? NaN : refusals;
  try {
    const answer = await fetch(request), kept = answer.clone();
    await learned(request.url, kept, refusedBefore);
    return answer;
  } catch (fault) {
    const cache = await caches.open(PAGES), kept = await cache.match(key(request.url), {ignoreVary: true});
    if (kept) return kept;
    throw fault;
  }
};
/* A file's address changes with what it holds; those without a version are asked for again. */
const file = async (request) => {
  const cache = await caches.open(FILES), kept = await cache.match(request.url, {ignoreVary: true});
  if (kept && new URL(request.url).searchParams.has("v")) return kept;
  try {
    const answer = await fetch(request);
    if (answer.status === 200) {
      await cache.put(request.url, answer.clone());
      await trimmed(cache, MOST_FILES);
    }
    return answer;
  } catch (fault) {
    if (kept) return kept;
    throw fault;
  }
};
/* A form may end what this device may see: of tables nothing is kept until it is shown anew. */
const changed = () => {
  refusals++;
  underWay = true;
  return (emptied = dropped((kept) => !isPublic(kept)));
};

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (e) => e.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (e) => {
  const {request} = e, {origin, pathname} = new URL(request.url), moves = request.mode === "navigate";
  if (origin !== location.origin || request.headers.has("range")) return;
  if (request.method !== "GET") {
    // The browser sends it: answered from here "back" would find nothing. And "back" itself sends nothing.
    if (moves && request.cache !== "only-if-cached") e.waitUntil(changed());
    return;
  }
  if (moves) underWay = false;
  if (pathname.startsWith(root + "static/")) e.respondWith(file(request));
  else if (moves || /\/(sheet|phases)$/.test(pathname)) e.respondWith(page(request));
});
/* A page that was here before the worker says what it is made of. */
worker.addEventListener("message", (e) => e.waitUntil(Promise.all([
  page(new Request(e.data.page)), ...e.data.files.map((url) => file(new Request(url))),
]).then(() => e.source?.postMessage("kept"), () => 0)));
