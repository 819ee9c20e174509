/* After every event it is read out who played what, who takes the trick, and the turn line; and what the table is newly told.
   A player's page of an evening says where to sit, and what was announced; the referees' desk who calls;
   the organiser's page what came last and which tables wait. */
import {sentences} from "./computed/wording.js";
import {$, $$, on} from "./dom.js";

const NOTES = "#notes .note:is(.warn,.bad):not([role])>.grow,#player>.note>.grow,#desk [data-call] .grow,#evening .last .w,#evening .calls .grow";

export const readOut = () => {
  let spoken, laid = [], told;
  const say = () => {
    const line = $(":is(#table,#player,#evening) .turn h1")?.textContent, name = (seat) => $(".n", seat).textContent.trim();
    const seats = $$("#table .seat[data-seat]").filter((seat) => $(":scope>.k", seat)), taker = seats.find((seat) => seat.matches(".taken>*") && $(":scope>.k.win", seat));
    const lying = seats.map((seat) => `${name(seat)}: ${$(":scope>.k", seat).ariaLabel}`), fresh = lying.filter((one) => !laid.includes(one));
    const takes = fresh[0] && taker && `${name(taker)} ${$(".tag.win", taker)?.textContent.trim()}`;
    const notes = $$(NOTES).map((note) => sentences([note.previousElementSibling?.innerText?.replace("\n", " "), note.innerText].join("\n").trim().split(/\s*\n\s*/)));
    const says = [...(line !== spoken || fresh[0] ? [...fresh, takes, line] : []), ...notes.filter((note) => !told?.includes(note))].filter(Boolean);
    if (told && says[0]) {
      $("#say").append(Object.assign(document.createElement("p"), {textContent: sentences(says)}));
      if ($("#say").childNodes[2]) $("#say").firstChild.remove(); // the words before are still being read out
    }
    spoken = line;
    laid = lying;
    told = notes;
  };
  on("htmx:after:swap optimistic", say);
  say();
};
