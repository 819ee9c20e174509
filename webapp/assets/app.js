/* The script of every page but those of games in which all turn a card. */
import {forecast} from "./computed/forecast.js";
import {page} from "./page.js";
import {tricksCloth} from "./tricks.js";

page(forecast, tricksCloth);
