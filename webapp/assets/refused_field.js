/* A field that was not taken: why goes while it is typed anew. */
import {$, on} from "./dom.js";

export const refusedField = () => on("input", ({target}) => {
  if (target.ariaInvalid !== "true") return;
  target.ariaInvalid = null;
  $(`#${target.getAttribute("aria-describedby")}`).remove();
  target.removeAttribute("aria-describedby");
});
