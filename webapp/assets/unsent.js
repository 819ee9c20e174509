/* Entries without an answer: no network, or a server that is away or busy for a moment. They are kept here and shown, the newest can
   be taken back, and they go out one by one, each under its own key (op), so that none counts twice. One that was tapped
   behind another says so (after): it is meant on the table as that one leaves it. What is kept outlives the page. */
(() => {
  const strip = document.getElementById("unsent");
  if (!strip) return;
  const url = strip.getAttribute("hx-post"), place = "unsent " + url, words = strip.dataset;
  const part = (name) => strip.querySelector(`[data-${name}]`);
  let kept = {}, flying, gone, timer, wait;
  try { kept = localStorage; } catch {}

  /* One list for all tabs of this phone: read before each change, written after it. */
  const read = () => JSON.parse(kept[place] || "[]");
  const write = (list) => {
    try {
      delete kept[place];
      if (list.length) kept[place] = JSON.stringify(list);
    } catch { kept = {[place]: JSON.stringify(list)}; }
    draw();
  };
  /* How many go out by themselves: once one is refused, those behind it are held. */
  const free = (list) => { const at = list.findIndex((entry) => entry.held); return at < 0 ? list.length : at; };

  const draw = () => {
    const list = read(), {length} = list, held = length > 0 && !free(list), last = document.querySelector("#table>.last");
    strip.hidden = !length;
    strip.classList.toggle("held", held);
    if (!length || !last) return document.body.append(strip);
    const said = part("said").textContent = list.map((entry) => entry.said).join(" · ");
    part("note").textContent = held ? words.held.replace("{}", said) : words[length > 1 ? "waitMore" : "waitOne"].replace("{}", length);
    if (strip.nextElementSibling !== last) last.before(strip);
  };

  /* An entry as it is kept: what its form sends, and what its key says. */
  const made = ({body, submitter}, ahead) => {
    const sent = new URLSearchParams(body), said = submitter?.getAttribute("aria-label") || submitter?.innerText || "";
    if (ahead) { sent.set("op", `${sent.get("op")}-${Date.now()}`); sent.set("after", ahead.op); }
    return {op: sent.get("op"), body: `${sent}`, said: said.split(". ")[0].replace(/\s+/g, " ")};
  };
  const keep = (entry) => {
    if (entry.op !== gone) write([{...entry, tried: 1}, ...read().filter(({op}) => op !== entry.op)]);
  };
  const answered = (entry, status) => {
    const list = read(), rest = list.filter(({op}) => op !== entry.op);
    // What was refused, or came too late, is on the screen now; what could not even be judged stays here.
    if (status >= 400 && status !== 409 && status !== 422 && rest.length < list.length) rest.unshift(entry);
    if (status >= 400 && rest[0]) rest[0].held = 1;
    if (list.length) write(rest);
    soon();
  };

  const send = () => {
    clearTimeout(timer);
    if (free(read()) && !flying) htmx.trigger(strip, "send");
  };
  const soon = () => { wait = 500; send(); };
  const later = (least) => { wait = Math.min(2 * wait, 20000); timer = setTimeout(send, Math.max(wait, 1000 * least || 0)); };

  /* Every entry passes here. Without an answer within a second it is shown, and whatever is tapped then waits behind it. */
  document.addEventListener("htmx:config:request", (e) => {
    const {ctx} = e.detail, {request} = ctx;
    if (request.action !== url) return;
    const list = read(), at = free(list), entry = e.target === strip ? list[0] : made(request, list[at - 1]);
    if (e.target !== strip && at) list.splice(at, 0, entry), write(list);
    if (!entry || at && e.target !== strip) return e.preventDefault(), send();
    request.body = new URLSearchParams(entry.body);
    request.timeout = 8000;
    ctx.fetch = async (...to) => {
      const slow = setTimeout(keep, 1000, entry), away = (least) => { ctx.kept = true; keep(entry); later(least); };
      const landed = () => { clearTimeout(slow); flying = undefined; };
      flying = entry.op;
      try {
        const answer = await fetch(...to);
        landed();
        if ([429, 502, 503, 504].includes(answer.status)) away(answer.headers.get("Retry-After"));
        else answered(entry, answer.status);
        return answer;
      } catch (fault) { landed(); away(); throw fault; }
    };
  });

  strip.addEventListener("click", (e) => {
    const list = read(), at = free(list);
    if (e.target.closest("[data-back]") && at) {
      const [entry] = list.splice(at - 1, 1);
      gone = entry.op;
      if (entry.tried || flying === gone) strip.dispatchEvent(new CustomEvent("toast", {bubbles: true, detail: {data: words.perhaps}}));
      write(list);
    }
    if (e.target.closest("[data-drop]")) write([]);
    if (e.target.closest("[data-send]")) {
      const body = new URLSearchParams(list[0].body);
      body.set("seen", document.getElementById("moved").dataset.seq);
      body.set("after", "");
      list[0] = {...list[0], body: `${body}`, held: 0};
      write(list);
      soon();
    }
  });

  /* A swap brings the table without the strip, and would take it for a part that is gone. */
  document.addEventListener("htmx:before:swap", () => document.body.append(strip));
  for (const name of ["htmx:after:swap", "htmx:finally:swap"]) document.addEventListener(name, draw);
  document.addEventListener("htmx:sse:after:connection", (e) => { if (e.detail.connection.status < 400) soon(); });
  addEventListener("online", soon);
  addEventListener("storage", draw);
  addEventListener("beforeunload", (e) => { if (read().length) e.preventDefault(); });
  draw();
  soon();
})();
