/* What a person has chosen, typed and opened at the table survives each redraw, as long as the table asks for the same (`moment`):
   a redraw goes through what the server knows, where it may have been another trick. Their own entry ends it. */
import {$$, on} from "./dom.js";

export const chosen = (moment) => {
  const CONTROLS = "#table :is(input:not([type=hidden]),select,textarea)", picked = (control) => /radio|checkbox/.test(control.type);
  const kept = new Map();
  let when, sheet, focused;
  const which = (control) => control.type === "radio" && !control.hasAttribute("value") ? control.id : control.value;
  const named = (control, value) => [control.closest("[id]:not(input,button)")?.id, control.name, value].join(" ");
  /* One of several is known by what is chosen of them, any other control by its name. */
  const key = (control) => named(control, picked(control) || control.matches("button") ? which(control) : "");
  const group = (control) => control.type === "radio" ? named(control) : key(control);
  const now = () => {
    if (when !== moment()) kept.clear(), sheet = undefined;
    when = moment();
  };
  on("change input", ({target}) => {
    if (!target.matches(CONTROLS)) return;
    now();
    kept.set(group(target), target.type === "checkbox" ? target.checked : picked(target) ? which(target) : target.value);
  });
  on("beforetoggle", ({target, newState}) => {
    if (!target.closest("#table")) return;
    now();
    sheet = newState === "open" ? target.id : undefined;
  }, true);
  on("submit", () => { kept.clear(); sheet = undefined; }, true);
  on("htmx:before:swap", () => {
    const {activeElement} = document;
    focused = activeElement?.matches(`${CONTROLS},#table [name]`) ? {key: key(activeElement), at: moment()} : undefined;
  });
  const back = (control) => {
    const said = kept.get(group(control));
    if (said === undefined) return;
    const is = control.type === "radio" ? which(control) === said : said;
    if (picked(control) ? control.checked === is : control.value === is) return;
    control[picked(control) ? "checked" : "value"] = is;
    if (!picked(control)) control.dispatchEvent(new Event("input", {bubbles: true}));
  };
  on("htmx:after:swap optimistic phases", () => {
    const open = sheet && document.getElementById(sheet);
    if (when === moment()) {
      $$(CONTROLS).forEach(back);
      if (open?.popover && !open.matches(":popover-open")) open.showPopover();
    }
    if (!focused || focused.at !== moment() || key(document.activeElement) === focused.key) return;
    $$(`${CONTROLS},#table [name]`).find((control) => key(control) === focused.key)?.focus({preventScroll: true});
  });
};
