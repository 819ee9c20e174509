/* What takes long: a link or a form that says so (`data-takes`) shows from the second half-second on that it is being done. */
import {$, on} from "../dom.js";

const AFTER = 500;

export const takesTime = () => {
  const waiting = $("#takes");
  let begins;
  const ends = () => {
    clearTimeout(begins);
    if (waiting) waiting.hidden = true;
  };
  const soon = (said) => {
    if (!waiting || !said) return;
    ends();
    begins = setTimeout(() => {
      $("span", waiting).textContent = said;
      waiting.hidden = false;
    }, AFTER);
  };
  on("click", (e) => soon(e.target.closest?.("a[data-takes]")?.dataset.takes));
  on("submit", (e) => soon(e.submitter?.dataset.takes ?? e.target.dataset.takes));
  on("htmx:after:request", ends);
  addEventListener("pageshow", ends); // back from where the link led to
};
