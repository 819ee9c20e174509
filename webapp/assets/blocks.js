/* The table comes as named texts, of which some stand within others (webapp/live/blocks.py), and a message has those that differ from
   the version before. This phone says which version it has, and puts the page together: what htmx swaps in is always whole. */
import {on} from "./dom.js";
import {PART, readMessage, whole} from "./computed/message.js";

export const blocks = () => {
  /** @type {Told} */
  let told = {version: ""};
  let headers = {};
  on("htmx:config:request", ({target, detail: {ctx}}) => {
    ctx.told = told;
    ctx.request.headers.Shows = told.version;
    if (target.id === "live") ({headers} = ctx.request);
  });
  on("htmx:after:request", (e) => {
    const {ctx} = e.detail;
    if (!ctx.text && ctx.target.id === "table") return e.preventDefault(); // lost on the way: the stream brings the table
    if (!ctx.text.includes(PART)) return;
    const news = readMessage(ctx.told, ctx.text);
    if (news) ctx.text = whole(news.texts);
    else e.preventDefault(); // about a version that was not asked for: the stream brings the table
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
