/* The script of tables of games in which all turn a card. */
import {contestCloth} from "./contest_cloth.js";
import {contests} from "./computed/contests.js";
import {page} from "./page.js";
import {picks} from "./picks.js";

page(contests, contestCloth);
picks();
