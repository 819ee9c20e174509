/* The script of tables alone: what is chosen there survives each redraw, this phone signals, and a file that is too large is told
   before it is sent. What rules.js does on other pages it does, too: one request less. */
import {chosen} from "./chosen.js";
import {on} from "./dom.js";
import {offline} from "./offline.js";
import {ruleSheet} from "./rule_sheet.js";
import {signals} from "./signals.js";

chosen(() => globalThis.sixfold.ahead?.moment());
signals();
offline();
ruleSheet();
on("change", ({target}) => {
  if (!target.dataset?.most) return;
  target.setCustomValidity(target.files[0]?.size > Number(target.dataset.most) ? target.dataset.large : "");
  target.reportValidity();
});
