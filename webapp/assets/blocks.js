/* The table comes as named texts, of which some stand within others (webapp/live/blocks.py), and a message has those that differ from
   the version before. This phone says which version it has, and puts the page together: what htmx swaps in is always whole. */
(() => {
  const PART = "\x01", FIELD = "\x03", HERE = /\x02([^\x02]*)\x02/g;
  let told = {version: ""}, headers = {};
  const whole = (texts, name = "") => (texts[name] || "").replace(HERE, (_, inner) => whole(texts, inner));
  const read = (before, message) => {
    const [base, version, ...parts] = message.replaceAll("\x04", "\n").split(PART), texts = base ? {...before.texts} : {};
    if (base && base !== before.version) return;
    for (const part of parts) {
      const [name, start, end, text] = part.split(FIELD), old = texts[name];
      texts[name] = text === undefined ? start : old.slice(0, start) + text + old.slice(old.length - end);
    }
    return {version, texts};
  };
  document.addEventListener("htmx:config:request", ({target, detail: {ctx}}) => {
    ctx.told = told;
    ctx.request.headers.Shows = told.version;
    if (target.id === "live") ({headers} = ctx.request);
  });
  document.addEventListener("htmx:after:request", ({detail: {ctx}}) => {
    if (ctx.text.includes(PART)) ctx.text = whole(read(ctx.told, ctx.text).texts);
  });
  /* An answer that this phone has heard later news than stays, but for what it says itself: the table is the newest one. */
  document.addEventListener("htmx:before:swap", ({detail: {tasks}}) => {
    const here = tasks?.[0]?.fragment, old = here?.querySelector("#moved"), refusal = here?.querySelector("#refusal");
    if (!(old?.dataset.seq < +told.texts?.seq)) return;
    here.replaceChildren(document.createRange().createContextualFragment(whole(told.texts)), refusal || "");
    here.querySelector("#moved").append(...old.childNodes);
  });
  document.addEventListener("htmx:sse:before:message", (e) => {
    const {connection, message} = e.detail;
    if (!message.data.includes(PART)) return;
    told = read(told, message.data) || {version: ""};
    headers.Shows = told.version;
    if (told.texts) return message.data = whole(told.texts);
    e.preventDefault();
    connection.reader.cancel(); // something is missing: the stream begins anew with everything
  });
})();
