/* The table by keys: one tab stop in the pad, arrows from there, U for Undo; a swap leaves the focus where it was. */
import {$, $$, on} from "./dom.js";

export const keyboard = () => {
  /* One tab stop in the pad: the arrows go on from there, by where the keys lie. */
  const CELL = "#entry button.cell,#entry .cell>input";
  const cells = () => $$(CELL).filter((cell) => cell.offsetParent);
  const rove = (to) => cells().forEach((cell, at) => cell.tabIndex = (to ? cell === to : !at) ? 0 : -1);
  const step = (from, dx, dy) => {
    const box = (cell) => { const r = cell.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
    const [x, y] = box(from);
    let best, least = Infinity;
    for (const cell of cells()) {
      const [cx, cy] = box(cell), ahead = (cx - x) * dx + (cy - y) * dy, aside = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
      if (ahead > 4 && ahead + 4 * aside < least) { least = ahead + 4 * aside; best = cell; }
    }
    if (best) { rove(best); best.focus(); }
  };
  const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
  on("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (ARROWS[e.key] && e.target.matches(CELL)) { e.preventDefault(); step(e.target, ...ARROWS[e.key]); }
    const typing = e.target.matches("input:not([type=radio],[type=checkbox]),select,textarea");
    if (e.key.toLowerCase() === "u" && !typing && !$(":modal,:popover-open")) $("#unsent:not([hidden]) [data-back],[data-undo]")?.click();
  });
  // Before what else hears of it: that may choose another one (picks.js).
  on("change", (e) => { if (e.target.closest("#entry")) rove(); }, true);

  /* Who had the focus in the pad still has it there; nobody else is given it. */
  let held;
  // Before what is drawn ahead of the answers makes room for them, with what has the focus.
  on("htmx:before:swap", () => held = document.activeElement?.closest("#entry"), true);
  const keep = () => {
    const now = document.activeElement;
    rove(now?.matches(CELL) && now);
    if (held && now === document.body) (cells()[0] || $(".tabs input") || $("#entry button"))?.focus({preventScroll: true});
  };
  on("htmx:after:swap", keep);
  keep();
};
