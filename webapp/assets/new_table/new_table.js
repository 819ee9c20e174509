/* A new table: what is called by a name follows it while it is typed, and why it was not taken goes. Without this file it does so when a
   key sends the form. */
import {$$, on} from "../dom.js";
import {refusedField} from "../refused_field.js";

/* Names that are typed while a key of their list is on its way stay: each is put where the name that was sent for it is now. */
const names = () => $$("#names [name=name]");
let sent;
on("htmx:before:request", ({target}) => { if (target.closest("#names")) sent = names().map((name) => name.value); });
on("htmx:before:swap", ({target}) => {
  if (!sent || !target.closest("#names")) return;
  const typed = names().map((name) => name.value), before = sent;
  sent = undefined;
  document.addEventListener("htmx:after:swap", () => typed.forEach((text, row) => {
    const now = names(), place = [now[row], ...now].find((name) => name?.value === before[row]);
    if (text !== before[row] && place) place.value = text;
  }), {once: true});
});
on("input", (e) => {
  const {dataset: {unnamed}, value} = e.target;
  for (const part of unnamed ? $$("[data-named]", e.target.closest("li")) : []) {
    part.ariaLabel = part.dataset.named.replace("{}", () => value.trim() || unnamed);
  }
});
refusedField();
