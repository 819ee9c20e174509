/* A call that is new on the referee's desk is told by sound and vibration, as this phone has chosen; and what was
   unfolded stays so when the desk is drawn anew. */
import {serverNow} from "../computed/server_clock.js";
import {$, $$, on} from "../dom.js";
import {SIGNALS, signaller} from "../signals.js";

export const eveningCalls = () => {
  const desk = $("#desk");
  if (!desk) return;
  const give = signaller();
  let open = false;
  // A call of another referee's zone rings when it goes to all, by the server's clock.
  const isDue = (one) => !one.dataset.due || Date.parse(one.dataset.due) <= serverNow(one.querySelector("[data-at]"));
  const calls = () => new Set($$("#desk [data-call]").filter(isDue).map((one) => one.dataset.call));
  let known = calls();
  on("click", (event) => {
    const quiet = event.target.closest?.("#quiet>summary");
    if (quiet) open = !quiet.parentElement.open;
  });
  const look = () => {
    const now = calls();
    if ([...now].some((one) => !known.has(one))) give(SIGNALS.call);
    known = now;
  };
  setInterval(look, 5000);
  on("htmx:after:swap", () => {
    look();
    const quiet = $("#quiet");
    if (quiet) quiet.open = open;
  });
};
