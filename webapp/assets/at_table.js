/* The script of tables alone: what is chosen there survives each redraw, and this phone signals. */
import {chosen} from "./chosen.js";
import {signals} from "./signals.js";

chosen(() => globalThis.sixfold.ahead?.moment());
signals();
