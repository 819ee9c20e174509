/* The script of tables alone: what is chosen there survives each redraw, this phone signals, and a file that is too large is told
   before it is sent. */
import {chosen} from "./chosen.js";
import {on} from "./dom.js";
import {signals} from "./signals.js";

chosen(() => globalThis.sixfold.ahead?.moment());
signals();
on("change", ({target}) => {
  if (!target.dataset?.most) return;
  target.setCustomValidity(target.files[0]?.size > Number(target.dataset.most) ? target.dataset.large : "");
  target.reportValidity();
});
