/* What was tapped or typed before htmx listened, on a slow phone: the browser shows it, and nobody has asked the server. It is told
   once more as soon as somebody hears it: once a part that asks (hx-trigger), and once for cards that are sent together. */
import {$$, on} from "./dom.js";

export const earlyTaps = () => {
  const first = (select) => Math.max(0, [...select.options].findIndex((option) => option.defaultSelected));
  const differs = (control) => {
    if (control.matches("select")) return control.selectedIndex !== first(control);
    // Of a choice it is told what is chosen now, not what was before.
    if (control.matches("[type=radio]")) return control.checked && !control.defaultChecked;
    return control.matches("[type=checkbox]") ? control.checked !== control.defaultChecked : control.value !== control.defaultValue;
  };
  const early = new Map(), keep = (control, part) => early.set(part, control), asks = (control) => control.closest("[hx-trigger]");
  for (const control of $$("input,select,textarea").filter(differs)) keep(control, asks(control) || control.closest("[data-pick]")?.parentNode || control);
  const hears = ({target}) => { if (asks(target)) keep(target, asks(target)); };
  on("change input", hears);
  document.addEventListener("htmx:after:process", () => {
    for (const name of ["change", "input"]) document.removeEventListener(name, hears);
    for (const control of early.values()) for (const name of ["input", "change"]) control.dispatchEvent(new Event(name, {bubbles: true}));
  }, {once: true});
};
