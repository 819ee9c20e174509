/* The script of a lesson: all its steps lie in the page, so that a tap shows the next one without asking the server. */
import {offline, worker} from "../offline.js";
import {ruleSheet} from "../rule_sheet.js";

const steps = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-step]")]);

const show = () => {
  const asked = steps.find((step) => `#${step.dataset.step}` === location.hash);
  if (!asked) return;
  for (const step of steps) step.hidden = step !== asked;
  scrollTo(0, 0);
  /** @type {HTMLElement | null} */ (asked.querySelector("h1"))?.focus({preventScroll: true});
};

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element && event.target.closest("[data-to]");
  if (!(link instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  location.hash = link.dataset.to ?? "";
});
addEventListener("hashchange", show);
show();
worker();
offline();
ruleSheet();
