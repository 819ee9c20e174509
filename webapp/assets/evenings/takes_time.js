/*
What takes long: a link or a form that says so (`data-takes`) shows from the second half-second on that it is being done,
and how much of it is, as far as the server knows.
*/
import {$, on} from "../dom.js";

const AFTER = 500;
const EVERY = 300;

export const takesTime = () => {
  const waiting = $("#takes");
  let begins;
  const ends = () => {
    clearTimeout(begins);
    begins = undefined;
    if (waiting) waiting.hidden = true;
  };
  const looks = async (said, key) => {
    const answer = await fetch(`${waiting.dataset.far}?takes=${key}`).catch(() => null);
    if (waiting.hidden) return;
    if (answer?.status === 200) {
      const far = await answer.json();
      $("progress", waiting).value = far.done;
      $("span", waiting).textContent = `${said} ${far.said}`;
    }
    begins = setTimeout(looks, EVERY, said, key);
  };
  const soon = (said, key) => {
    ends();
    begins = setTimeout(() => {
      $("progress", waiting).removeAttribute("value");
      $("span", waiting).textContent = said;
      waiting.hidden = false;
      looks(said, key);
    }, AFTER);
  };
  const newKey = () => crypto.getRandomValues(new Uint32Array(2)).join("");
  on("click", (e) => {
    const link = e.target.closest?.("a[data-takes]");
    if (!waiting || !link) return;
    const key = newKey(), to = new URL(link.href);
    to.searchParams.set("takes", key);
    link.href = to;
    soon(link.dataset.takes, key);
  });
  on("submit", (e) => {
    const said = e.submitter?.dataset.takes ?? e.target.dataset.takes;
    if (!waiting || !said) return;
    const key = newKey();
    const field = $("[name=takes]", e.target) ?? e.target.appendChild(Object.assign(document.createElement("input"), {type: "hidden", name: "takes"}));
    field.value = key;
    soon(said, key);
  }, true);
  on("htmx:after:request", ends);
  addEventListener("pageshow", ends); // back from where the link led to
};
