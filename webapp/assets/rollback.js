/* A table that ends before what this phone has seen: an older database was put back. The phone says so, with the mark that
   came with the newest entry it saw: nobody else could have it. What it saw is remembered beyond this page. */
import {$, on} from "./dom.js";

export const rollback = () => {
  const url = $("#live")?.getAttribute("hx-sse:connect").replace(/\/stream$/, ""), place = "seen " + url;
  if (!url) return;
  let said;
  const tell = async (seen, mark, now) => {
    said = seen;
    try {
      const {status} = await fetch(url + "/put-back", {method: "POST", body: new URLSearchParams({seen, mark})});
      if (status !== 204 && status < 500) localStorage[place] = now; // told, or nothing that counts here
    } catch { said = undefined; }
  };
  const look = () => {
    try {
      const {seq, mark} = $("#moved").dataset, now = `${seq} ${mark}`;
      const [seen, kept] = (localStorage[place] || now).split(" ");
      if (+seq >= +seen) localStorage[place] = now;
      else if (said !== seen) tell(seen, kept, now);
    } catch {}
  };
  on("htmx:after:swap", look);
  look();
};
