/* Scripts and styles that a table does not need for its next card: each is fetched when something asks for it, all but what large screens
   have at the latest once the page has had its first moments for itself, so that what they do is done without a network, too. */
import {$, $$, on} from "./dom.js";

export const laterScripts = () => {
  const {wide, tally, pages, numbers, cards} = $("#live").dataset, asked = new Map(), here = new Set();
  const made = (tag, more) => Object.assign(document.createElement(tag), more);
  const fetched = (src) => new Promise((onload, onerror) => document.body.append(made("script", {src, onload, onerror})));
  const bring = (src) => {
    if (!asked.has(src)) asked.set(src, fetched(src).then(() => here.add(src), () => { asked.delete(src); }));
    return asked.get(src);
  };
  /* What it looks like on a large screen, and what sheets of numbers look like; without this script the page names both itself. */
  const screen = matchMedia("(min-width:700px) and (min-height:640px)");
  const [large, sheets] = [wide, tally].map((href) => made("link", {rel: "stylesheet", href, onerror: (e) => e.target.remove()}));
  const dress = (style) => { if (!style.parentNode) document.body.append(style); };
  const grown = () => { if (screen.matches) dress(large); };
  screen.onchange = grown;
  grown();
  /* The number of a rule, and the picture of a result. */
  on("click", async (e) => {
    const link = e.target.closest?.("a.rule,[data-picture]");
    if (here.has(pages) || !link || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    if (await bring(pages)) link.click();
    else location.assign(link.href);
  });
  /* Numbers that are entered together, as soon as they are seen. */
  const seen = (part) => { if ($("[data-numbers]", part)) bring(numbers); };
  const shown = () => here.has(numbers) || $$("form:has([data-numbers])").filter((form) => form.offsetParent).forEach(seen);
  on("beforetoggle", ({target}) => {
    if ($(".tally", target)) dress(sheets);
    seen(target);
  }, true);
  on("htmx:after:swap optimistic", shown);
  shown();
  /* What such a form lacks is said by that script: until it is here nothing is entered, and where it does not come the browser says it. */
  on("click", async (e) => {
    const key = e.target.closest?.("form:has([data-numbers]) button.main");
    if (here.has(numbers) || !key?.form.noValidate) return;
    e.preventDefault();
    key.form.noValidate = !!await bring(numbers);
    key.click();
  });
  addEventListener("load", () => setTimeout(() => {
    dress(sheets);
    [pages, numbers, cards].filter(Boolean).forEach(bring);
  }, 2000));
};
