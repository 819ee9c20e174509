/* Entries that the server has not answered yet lie on the table at once, over what it has told: what follows each is told by `kind`, what
   that looks like by `cloth`, both of the kind of game. Each swap brings the table as the server knows it, and they are laid again on top. */
import {$, on} from "./dom.js";

export const optimistic = (kind, cloth) => {
  const kit = $("#ahead");
  if (!kit) return;
  const plan = JSON.parse(kit.dataset.plan), words = kit.dataset;
  let drawn = plan && {enter: kind.enter, ...cloth(kind, kit, plan, JSON.parse(words.names))}, at, begin, base, shown;

  const told = () => {
    const stands = JSON.parse($("#hand-at")?.dataset.at || "null");
    return stands && {phase: "play", out: [], full: null, seq: +$("#moved").dataset.seq, ...stands};
  };
  const restore = () => {
    drawn?.restore();
    if (base && $("#table .board")?.dataset.optimistic) { $("#table .board").replaceWith(base.board); $("#table .turn").replaceWith(base.turn); }
    base = undefined;
  };

  /* Lays these entries, the oldest first: {event, takesBack}. `away`: no answer is to be had for them now. */
  const show = (entries, away) => {
    // Whether an answer may come changes only what is said where the phone does not know how it goes on.
    const lost = away && (at?.phase || "unknown") === "unknown", lies = $("#table .board")?.dataset.optimistic;
    const now = JSON.stringify([told(), entries, !!lost, words.ready]);
    if (lies && now === shown) return; // what somebody has begun on a pad or in a sheet stays
    shown = now;
    restore();
    const before = [];
    at = begin = plan && told();
    if (begin) for (const {event, takesBack} of entries) {
      if (takesBack) { at = before.pop() || at; continue; }
      before.push(at);
      at = drawn.enter(plan, at, event);
    }
    if (begin) at = drawn.known(at, begin);
    $("#table").classList.toggle("next-hand", !!at && at.key !== begin.key || at?.hand > begin?.hand);
    if (at === begin && (begin || !away || !entries.length)) return;
    const [board, line] = [$("#table .board"), $("#table .turn")];
    base = {board: board.cloneNode(true), turn: line.cloneNode(true)};
    board.dataset.optimistic = begin && begin.key !== at.key ? "turned" : "on";
    if (begin) drawn.lay();
    const help = $("#table .turn p");
    if (away && (!at || at.phase === "unknown")) {
      if (at) $("#table .turn h1").textContent = words.unknown;
      if (help) help.textContent = words.waits;
    }
    const title = $("#table .turn h1"), {length} = title.textContent;
    title.className = length > 42 ? "longest" : length > 34 ? "longer" : length > 25 ? "long" : ""; // as templates/tables/_table.html
    document.dispatchEvent(new Event("optimistic"));
  };
  /* The event as it is meant now: the next card is the next player's, whichever name the key was drawn for. */
  const meant = (event) => {
    if (event.type !== "play" || at?.phase !== "play") return event;
    const says = $("[data-says]:checked")?.dataset.says;
    return {...event, seat: at.next, ...(says && {[says]: true})};
  };
  on("htmx:before:swap", () => {
    shown = undefined;
    if (drawn?.clears) restore();
  });
  /* What comes later puts its own in the place of what enters and draws; it is given those that were there. */
  const extend = (more) => { drawn = {...drawn, ...more(drawn)}; };
  /* What the table asks for now, by the server or by the forecast. */
  const moment = () => at ? [at.hand, at.trick, at.phase, at.next].join(" ") : $("#moved").dataset.seq;
  return {extend, kind, moment, kit, plan, show, meant, copies: plan?.copies, seq: () => at?.phase !== "unknown" && at?.seq > begin.seq && at.seq};
};
