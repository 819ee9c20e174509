/* Pages of a hall screen take turns: one of each group every 15 seconds. Without this file, and on phones, all stand below
   each other. */
import {$, $$, on} from "../dom.js";

export const hallPages = () => {
  const EVERY = 15000;
  const wall = matchMedia("(min-width:900px) and (min-aspect-ratio:5/4)");
  const turn = () => {
    const at = Math.floor(Date.now() / EVERY);
    for (const group of $$("[data-turns]")) {
      const pages = $$(".turn-page", group);
      pages.forEach((page, place) => { page.hidden = wall.matches && place !== at % pages.length; });
    }
  };
  if (!$("[data-turns]")) return;
  setInterval(turn, 500);
  on("htmx:after:swap", turn);
  wall.addEventListener("change", turn);
  turn();
};
