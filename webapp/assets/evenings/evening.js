/* The script of the pages of evenings. */
import {refusedField} from "../refused_field.js";
import {eveningCalls} from "./evening_calls.js";
import {eveningClock} from "./evening_clock.js";
import {hallChanges} from "./hall_changes.js";
import {hallPages} from "./hall_pages.js";
import {takesTime} from "./takes_time.js";

eveningCalls();
eveningClock();
hallChanges();
hallPages();
refusedField();
takesTime();
