/* Words of a form that was sent and not heard: the browser's own page came in its place, and Back leads to the form, without them. They
   are kept until this tab shows another page of the house, which has answered. The page says what their fields are called. */
import {$$, on} from "./dom.js";

export const typedWords = () => {
  const names = /** @type {HTMLScriptElement} */ (document.currentScript).dataset.words?.split(" ") || [];
  const isTyped = ({name, type, readOnly}) => names.includes(name) && type !== "hidden" && !readOnly;
  const here = location.pathname + location.search;
  const goes = (form) => form.getAttribute("action") || here, fields = (form) => [...form.elements].filter(isTyped);
  const isBack = () => performance.getEntriesByType("navigation").some((way) => /** @type {any} */ (way).type === "back_forward");
  const restore = ({page, to, words}) => {
    if (page !== here || !isBack()) return sessionStorage.removeItem("typed");
    const form = $$("form").find((one) => goes(one) === to);
    for (const [at, field] of form ? fields(form).entries() : []) {
      if (field.value !== field.defaultValue || !words[at]) continue;
      field.value = words[at];
      const fold = field.closest("details");
      if (fold) fold.open = true;
    }
  };
  try {
    restore(JSON.parse(sessionStorage.typed || "{}"));
  } catch {} // a browser that keeps nothing
  on("submit", ({target}) => {
    const words = fields(target).map(({value}) => value);
    try {
      if (!words.some(Boolean)) return;
      sessionStorage.typed = JSON.stringify({page: here, to: goes(target), words});
      // What is sent to the address of the page itself would take its place in the history.
      if (target.action === location.href) target.action = here + (location.hash ? "" : "#sent");
    } catch {} // nor more than it has room for
  });
};
