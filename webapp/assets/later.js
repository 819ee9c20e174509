/* What comes before the cards and after them: fetched once the table is there, so that it opens as fast without. */
import {melds} from "./melds.js";
import {phases} from "./phases.js";

const {ahead, waiting} = globalThis.sixfold;
melds(ahead, phases(ahead, waiting));
