/* A screen that stays on while a table is open. Plain http has no wake lock: there a film without picture or sound runs behind the
   page from the first tap on. Chromium counts one that is muted where it is as large as the window, iPhones only one that is
   not muted: theirs has a silent track. */
import {$, $$, on} from "./dom.js";

export const wakeLock = () => {
  const ios = "standalone" in navigator, probe = document.createElement("video");
  const way = "wakeLock" in navigator ? "lock" : probe.canPlayType?.("video/mp4") || probe.canPlayType?.("video/webm") ? "film" : "dark";
  for (const said of $$("[data-way]")) said.hidden = said.dataset.way !== way;

  const film = $("#film");
  if (!film || way === "dark" || document.documentElement.dataset.awake === "off") return;
  if (ios) { film.muted = false; film.firstElementChild.remove(); film.load(); } // the other one, with the track
  const wake = () => { if (!document.hidden) (way === "lock" ? navigator.wakeLock.request("screen") : film.play()).catch(() => {}); };
  on("visibilitychange", wake);
  if (way === "lock") wake();
  else on("click", wake); // at every tap: a call or another film may have stopped it
};
