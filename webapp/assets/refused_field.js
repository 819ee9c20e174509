/* A field that was not taken: why goes while it is typed anew. What is wrong in a long text stays until all is put right. */
import {$, on} from "./dom.js";

export const refusedField = () => on("input", ({target}) => {
  if (target.ariaInvalid !== "true" || target.matches("textarea")) return;
  target.ariaInvalid = null;
  $(`#${target.getAttribute("aria-describedby")}`).remove();
  target.removeAttribute("aria-describedby");
});
