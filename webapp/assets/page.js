/* What every table's page does; what follows an entry there (`kind`) and what that looks like (`cloth`) is of the kind of game. */
import {blocks} from "./blocks.js";
import {earlyTaps} from "./early_taps.js";
import {heldKey} from "./held_key.js";
import {numbers} from "./numbers.js";
import {optimistic} from "./optimistic.js";
import {picture} from "./picture.js";
import {rollback} from "./rollback.js";
import {tablePage} from "./sixfold.js";
import {unsent} from "./unsent.js";
import {wakeLock} from "./wake_lock.js";

/* In this order: each hears of a swap before those below it. What was tapped early is looked for before anything is changed here. */
export const page = (kind, cloth) => {
  earlyTaps();
  blocks();
  const ahead = optimistic(kind, cloth);
  heldKey();
  tablePage(ahead?.copies);
  numbers();
  picture();
  const waiting = unsent(ahead);
  rollback();
  wakeLock();
  // For scripts of their own (at_table.js, later.js).
  globalThis.sixfold = {ahead, waiting};
};
