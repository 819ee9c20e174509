/* What every table's page does; what follows an entry there (`kind`) and what that looks like (`cloth`) is of the kind of game. */
import {blocks} from "./blocks.js";
import {chosen} from "./chosen.js";
import {$} from "./dom.js";
import {earlyTaps} from "./early_taps.js";
import {laterScripts} from "./later_scripts.js";
import {worker} from "./offline.js";
import {optimistic} from "./optimistic.js";
import {tablePage} from "./table_page.js";
import {unsent} from "./unsent.js";

/* In this order: each hears of a swap before those below it. What was tapped early is looked for before anything is changed here. */
export const page = (kind, cloth) => {
  earlyTaps();
  const told = blocks();
  const ahead = optimistic(kind, cloth);
  tablePage(ahead?.copies);
  const waiting = unsent(ahead);
  worker();
  if (!$("main.table")) return;
  chosen(() => ahead?.moment());
  globalThis.sixfold = {ahead, waiting, told}; // for scripts that come later
  laterScripts();
};
