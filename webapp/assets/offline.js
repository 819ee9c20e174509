/* Over https a worker keeps what was seen, for a phone without a network (offline/worker.js). Over http nothing is kept, and a table
   that is left without a network does not come back: the phone asks before. */
import {$, on} from "./dom.js";

const {serviceWorker} = navigator;

/* The worker is there before what comes later, so that it keeps that, too. */
export const worker = () => {
  const {src} = /** @type {HTMLScriptElement} */ (document.currentScript);
  addEventListener("load", () => serviceWorker?.register(new URL("worker.js", src), {scope: new URL("../", src).pathname}).catch(() => 0));
};

export const offline = () => {
  addEventListener("beforeunload", (e) => {
    if (!isSecureContext && $("#live") && (!navigator.onLine || $("#live.off"))) e.preventDefault();
  });
  if (!serviceWorker) return;
  const files = () => performance.getEntriesByType("resource").map(({name}) => name).filter((name) => name.includes("/static/") && !name.includes("worker.js"));
  const begin = async () => {
    const {active} = await serviceWorker.ready, [opened] = /** @type {any[]} */ (performance.getEntriesByType("navigation"));
    if (opened?.workerStart) save(); // the worker has brought the page; what the stream has told since is newer
    else active?.postMessage({page: location.href, files: files()});
    serviceWorker.addEventListener("message", save); // it is kept now, maybe as it was before the newest entry
  };
  begin();

  /* The table as it is kept follows what the stream tells. */
  const MAIN = '<main id="table" class="table">', told = globalThis.sixfold?.told;
  let saving;
  const put = async () => {
    const path = location.pathname, table = told?.(), page = table && await caches.match(path, {ignoreVary: true}), html = page ? await page.text() : "", at = html.indexOf(MAIN) + MAIN.length;
    if (!page || at < MAIN.length) return;
    const text = html.slice(0, at) + table + html.slice(html.indexOf("</main>", at));
    await (await caches.open("kept")).put(path, new Response(text, {headers: page.headers}));
  };
  /* One after the other, and at once: what waits is meant on the newest table. */
  const save = () => { saving = (saving || Promise.resolve()).then(put).catch(() => 0); };
  on("htmx:sse:before:message", (e) => { if (!e.defaultPrevented) save(); });
};
