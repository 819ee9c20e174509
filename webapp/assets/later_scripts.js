/* Scripts that a table does not need for its next card: each is fetched when something asks for it, or once the page has had its first
   moments for itself, so that what they do is done without a network, too. */
import {$, $$, on} from "./dom.js";

export const laterScripts = (ahead) => {
  const {pages, numbers, cards} = $("#live").dataset, asked = new Map();
  const counts = () => document.documentElement.classList.contains("numbers");
  let here, pressed;
  const fetched = (src) => new Promise((done, failed) => document.body.append(
    Object.assign(document.createElement("script"), {src, onload: done, onerror: () => { asked.delete(src); failed(); }})));
  const bring = (src) => {
    if (!asked.has(src)) asked.set(src, fetched(src));
    return asked.get(src);
  };
  /* The number of a rule, and the picture of a result. */
  on("click", (e) => {
    const link = e.target.closest?.("a.rule,[data-picture]");
    if (here || !link || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    if (pressed) return; // a second tap while it is on its way
    pressed = true;
    bring(pages).then(() => { here = true; link.click(); }, () => location.assign(link.href)).finally(() => { pressed = false; });
  });
  /* Numbers that are entered together, as soon as they are seen. */
  const seen = (part) => { if ($("[data-numbers]", part)) bring(numbers).catch(() => 0); };
  const shown = () => counts() || $$("form:has([data-numbers])").filter((form) => form.offsetParent).forEach(seen);
  /* What such a form lacks is said by that script: until it is here nothing is entered, and where it does not come the browser says it. */
  on("click", (e) => {
    const key = e.target.closest?.("form:has([data-numbers]) button.main");
    if (counts() || !key?.form.noValidate) return;
    e.preventDefault();
    bring(numbers).catch(() => { key.form.noValidate = false; }).then(() => key.click());
  });
  on("beforetoggle", (e) => seen(e.target), true);
  on("htmx:after:swap optimistic", shown);
  shown();
  const all = () => {
    if (!cards) ahead?.foresee();
    return Promise.all([pages, numbers, cards].filter(Boolean).map((src) => bring(src).then(() => { here ||= src === pages; }, () => 0)));
  };
  addEventListener("load", () => setTimeout(all, 2000));
  return all;
};
