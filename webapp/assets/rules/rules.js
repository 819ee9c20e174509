/* The script of every page that may show the number of a rule. */
import {offline} from "../offline.js";
import {ruleSheet} from "../rule_sheet.js";

offline();
ruleSheet();
