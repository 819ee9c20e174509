/* The script of every page that may show the number of a rule. */
import {ruleSheet} from "../rule_sheet.js";

ruleSheet();
