/* Pages of a hall screen take turns: one of each group every 15 seconds. Without this file, and on phones, all stand below
   each other. */
(() => {
  const EVERY = 15000;
  const wall = matchMedia("(min-width:900px) and (min-aspect-ratio:5/4)");
  const turn = () => {
    const at = Math.floor(Date.now() / EVERY);
    for (const group of document.querySelectorAll("[data-turns]")) {
      const pages = group.querySelectorAll(".turn-page");
      pages.forEach((page, place) => { page.hidden = wall.matches && place !== at % pages.length; });
    }
  };
  if (!document.querySelector("[data-turns]")) return;
  setInterval(turn, 500);
  document.addEventListener("htmx:after:swap", turn);
  wall.addEventListener("change", turn);
  turn();
})();
