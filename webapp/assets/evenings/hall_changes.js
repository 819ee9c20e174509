/* A number of the standing that has changed is bold for ten seconds on a hall screen, so that the room sees what is new. */
import {$, $$, on} from "../dom.js";

export const hallChanges = () => {
  const BOLD = 10000, hall = $("#hall");
  if (!hall) return;
  const until = new Map();
  const numbers = () => {
    const found = new Map();
    for (const row of $$(".hall-standing li:has(.name)", hall)) {
      for (const kind of ["rank", "second", "total"]) {
        const part = $(`.${kind}`, row);
        if (part) found.set(`${$(".name", row).textContent} ${kind}`, part);
      }
    }
    return found;
  };
  const told = () => new Map([...numbers()].map(([name, part]) => [name, part.textContent]));
  let known = told();
  const mark = () => {
    for (const [name, part] of numbers()) part.classList.toggle("changed", until.get(name) > Date.now());
  };
  on("htmx:after:swap", () => {
    const now = told();
    for (const [name, text] of now) {
      if (known.has(name) && known.get(name) !== text) until.set(name, Date.now() + BOLD);
    }
    known = now;
    mark();
  });
  setInterval(mark, 1000);
};
