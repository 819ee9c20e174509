/* Clocks of an evening go on by themselves (data-ends-at or data-since, with data-at: what the server's clock said when
   the page was made). Without this file they stand as they were, and the label says until when. */
import {serverNow} from "../computed/server_clock.js";
import {on} from "../dom.js";

export const eveningClock = () => {
  const said = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const text = (face) => {
    const {endsAt, thenAt, thenLabel, since} = face.dataset, at = serverNow(face);
    if (since) return said(Math.max(0, Math.floor((at - Date.parse(since)) / 1000)));
    let left = Math.ceil((Date.parse(endsAt) - at) / 1000);
    if (left > 0) return said(left);
    const label = document.getElementById(face.getAttribute("aria-labelledby"));
    if (thenLabel && label) label.textContent = thenLabel;
    if (thenLabel && !thenAt) return said(-left);
    if (thenAt) left = Math.ceil((Date.parse(thenAt) - at) / 1000);
    return left < 0 ? `+${said(-left)}` : said(left);
  };
  const tick = () => {
    for (const face of document.querySelectorAll("[data-at]:is([data-ends-at],[data-since])")) {
      const now = text(face);
      if (face.textContent !== now) face.textContent = now;
    }
  };
  setInterval(tick, 250);
  on("htmx:after:swap", tick);
  tick();
};
