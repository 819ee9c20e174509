/* A pad that is exchanged between finger down and finger up: browsers then make no click, or one on what lies there by then.
   The tap is for the key that the finger went down on, where that stands there still; else it is none. */
import {on} from "./dom.js";

export const heldKey = () => {
  const LATE = 50; // ms after finger up; a browser's own click has come by then
  const keyAt = (target) => { const found = target?.closest?.("#entry :is(button,label)"); return found?.control || found; };
  /* What a key sends: a card for the seat whose turn it is, other things for the seat that its form names. */
  const sent = (key) => key.name ? key.name + key.value.replace(/"seat":\d+/, "") : key.textContent;
  const said = (key) => key && sent(key) + key.form?.elements.seat?.value;
  let down;
  on("pointerdown", (e) => { const key = said(keyAt(e.target)); down = key && {key}; }, true);
  on("pointercancel", () => down = undefined);
  on("htmx:after:swap optimistic", () => { if (down) down.exchanged = 1; });
  on("pointerup", (e) => {
    const held = down, key = keyAt(document.elementFromPoint(e.clientX, e.clientY));
    if (held?.exchanged) setTimeout(() => { if (down === held) { down = undefined; if (said(key) === held.key) key.click(); } }, LATE);
  });
  on("click", (e) => {
    const held = down, key = said(keyAt(e.target));
    down = undefined;
    if (held?.exchanged && e.detail && key && key !== held.key) { e.preventDefault(); e.stopPropagation(); }
  }, true);
};
