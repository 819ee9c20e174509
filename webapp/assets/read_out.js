/* After every event it is read out who played what, who takes the trick, and the turn line. */
import {$, $$, on} from "./dom.js";

export const readOut = () => {
  let spoken, laid = [];
  const say = () => {
    const line = $("#table .turn h1")?.textContent, name = (seat) => $(".n", seat).textContent.trim();
    const seats = $$("#table .seat[data-seat]").filter((seat) => $(":scope>.k", seat)), taker = seats.find((seat) => seat.matches(".taken>*") && $(":scope>.k.win", seat));
    const lying = seats.map((seat) => `${name(seat)}: ${$(":scope>.k", seat).ariaLabel}`), fresh = lying.filter((one) => !laid.includes(one));
    const takes = fresh[0] && taker && `${name(taker)} ${$(".tag.win", taker)?.textContent.trim()}`;
    if (line && spoken && (line !== spoken || fresh[0])) {
      $("#say").append(Object.assign(document.createElement("p"), {textContent: [...fresh, takes, line].filter(Boolean).join(". ")}));
      if ($("#say").childNodes[2]) $("#say").firstChild.remove(); // the words before are still being read out
    }
    spoken = line;
    laid = lying;
  };
  on("htmx:after:swap optimistic", say);
  say();
};
