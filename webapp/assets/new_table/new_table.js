/* A new table: what is called by a name follows it while it is typed, and why it was not taken goes. Without this file it does so when a
   key sends the form. */
import {$, $$, on} from "../dom.js";

on("input", (e) => {
  const {dataset: {unnamed}, value} = e.target;
  for (const part of unnamed ? $$("[data-named]", e.target.closest("li")) : []) {
    part.ariaLabel = part.dataset.named.replace("{}", () => value.trim() || unnamed);
  }
  if (e.target.ariaInvalid === "true") {
    e.target.ariaInvalid = null;
    $(`#${e.target.getAttribute("aria-describedby")}`).remove();
    e.target.removeAttribute("aria-describedby");
  }
});
