/* The table comes by its stream, as named texts of which some stand within others (webapp/live/blocks.py); a message has those that differ
   from the version before. This phone says which version it has, and puts the page together: what htmx swaps in is always whole. Who says
   so with an entry is not answered with the table, too. */
import {$, on} from "./dom.js";
import {PART, readMessage, whole} from "./computed/message.js";

export const blocks = () => {
  /** @type {Told} */
  let told = {version: ""};
  let headers = {};
  on("htmx:config:request", ({target, detail: {ctx: {request}}}) => {
    if (target.id === "live") ({headers} = request);
    if (target.id === "live" || $("#live.on")) request.headers.Shows = told.version;
  });
  on("htmx:after:request", (e) => {
    const {ctx} = e.detail;
    if (!ctx.text && ctx.target.id === "table") e.preventDefault(); // the stream brings the table
  });
  /* An answer that this phone has heard later news than stays, but for what it says itself: the table is the newest one. */
  on("htmx:before:swap", ({detail: {tasks}}) => {
    const here = tasks?.[0]?.fragment, old = here?.querySelector("#moved"), refusal = here?.querySelector("#refusal");
    const {texts} = told;
    if (!old || !texts || !(+old.dataset.seq < +texts.seq)) return;
    here.replaceChildren(document.createRange().createContextualFragment(whole(texts)), refusal || "");
    here.querySelector("#moved").append(...old.childNodes);
  });
  on("htmx:sse:before:message", (e) => {
    const {connection, message} = e.detail;
    if (!message.data.includes(PART)) return;
    told = readMessage(told, message.data) || {version: ""};
    headers.Shows = told.version;
    if (told.texts) return message.data = whole(told.texts);
    e.preventDefault();
    connection.reader.cancel(); // something is missing: the stream begins anew with everything
  });
  /* The table as the stream has told it last. */
  return () => told.texts && whole(told.texts);
};
