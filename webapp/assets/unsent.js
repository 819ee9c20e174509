/* Entries on their way. A tap on a key is an entry at once, with a network and without: it joins this list, lies on the table
   (optimistic.js), and goes out when those before it have been answered, each under its own key (op), so that none counts twice.
   One that was tapped behind another says so (after): it is meant on the table as that one leaves it. The newest can be taken
   back. The list outlives the page, and all tabs of this phone have the same one. */
(() => {
  const strip = document.getElementById("unsent");
  if (!strip) return;
  const url = strip.getAttribute("hx-post"), place = "unsent " + url, words = strip.dataset;
  const part = (name) => strip.querySelector(`[data-${name}]`), seq = () => +document.getElementById("moved").dataset.seq;
  let kept = {}, flying, timer, wait, away, landed, number = Date.now();
  try { kept = localStorage; } catch {}

  const read = () => JSON.parse(kept[place] || "[]");
  const store = (list) => {
    try {
      delete kept[place];
      if (list.length) kept[place] = JSON.stringify(list);
    } catch { kept = {[place]: JSON.stringify(list)}; }
  };
  const write = (list) => { store(list); draw(); };
  /* How many go out by themselves: once one is refused, those behind it are held. */
  const free = (list) => { const at = list.findIndex((entry) => entry.held); return at < 0 ? list.length : at; };

  const draw = () => {
    const list = read(), at = free(list), held = list.length > 0 && !at, last = document.querySelector("#table>.last"), newest = list[at - 1];
    // An answered one lies until the table is here that has it; one that this table has does not lie twice.
    const lying = [landed, ...list.slice(0, at)].filter((entry) => entry && entry.at >= seq());
    globalThis.optimistic.show(lying.map(({event, back}) => ({event, takesBack: back})), away);
    strip.hidden = !list.length;
    strip.classList.toggle("held", held);
    strip.classList.toggle("sending", at > 0 && !away);
    if (!list.length || !last) return document.body.append(strip);
    const many = at > 1 || away, text = words[at > 1 ? "waitsMore" : "waitsOne"].replace("{}", at);
    if (part("count").textContent !== (many ? text : "")) part("count").textContent = many ? text : "";
    part("said").textContent = newest ? newest.said : "";
    part("back").hidden = !newest || !!newest.back && !!newest.tried;
    part("note").textContent = held ? words[list.length > 1 ? "heldMore" : "heldOne"].replace("{}", list[0].said).replace("{}", list.length - 1) : "";
    if (strip.nextElementSibling !== last) last.before(strip);
  };

  /* An entry as it is kept: what its form sends, and what its key says. `at`: the last event of the table it is meant on. */
  const made = ({body, submitter}, ahead) => {
    const sent = new URLSearchParams(body), said = submitter?.dataset.said || submitter?.getAttribute("aria-label") || submitter?.innerText || "";
    let event = Object.fromEntries(sent);
    if (sent.has("event")) {
      event = globalThis.optimistic.meant(JSON.parse(sent.get("event")));
      sent.set("event", JSON.stringify(event));
    }
    return joined(sent, event, said.split(/[.] |, /)[0].replace(/\s+/g, " ").trim(), ahead);
  };
  const joined = (sent, event, said, ahead) => {
    sent.set("op", `${sent.get("op").split("-")[0]}-${++number}`);
    if (ahead) sent.set("after", ahead.op);
    return {op: sent.get("op"), body: `${sent}`, event, said, at: ahead ? globalThis.optimistic.seq() || ahead.at + 1 : seq()};
  };
  /* A card that lies already, by this phone's own tap in this hand, was tapped twice. */
  const lies = (list, {event}) => {
    if (event.type !== "play" || !event.card) return false;
    const all = landed?.at >= seq() - 1 ? [landed, ...list] : list;
    const hand = all.slice(all.findLastIndex((entry) => entry.event.type === "deal") + 1);
    const same = hand.filter((entry) => !entry.held && entry.event.card === event.card && entry.event.type === "play");
    const back = hand.filter((entry) => entry.back && same.some((one) => one.op === entry.back));
    return same.length - back.length >= globalThis.optimistic.copies;
  };
  const tell = (text) => strip.dispatchEvent(new CustomEvent("toast", {bubbles: true, detail: {data: text}}));
  const enter = (request) => {
    const list = read(), at = free(list), ahead = list[at - 1] || (landed?.at >= seq() ? landed : undefined), entry = made(request, ahead);
    if (lies(list.slice(0, at), entry)) return tell(words.lies.replace("{}", entry.said));
    list.splice(at, 0, entry);
    write(list);
    send();
  };

  const answered = (entry, status, asks) => {
    const list = read(), rest = list.filter(({op}) => op !== entry.op);
    away = false;
    if (status < 400) landed = entry;
    else {
      if (rest[0]?.back === entry.op) rest.shift(); // never made, so nothing is to be taken back
      // What was refused, or came too late, is on the screen now; what is asked about, or could not even be judged, stays here.
      if ((asks || status !== 409 && status !== 422) && rest.length < list.length) rest.unshift({...entry, asks});
      if (rest[0]) rest[0].held = 1;
    }
    write(rest);
    soon();
  };

  const send = () => {
    clearTimeout(timer);
    if (free(read()) && !flying) htmx.trigger(strip, "send");
  };
  const soon = () => { wait = 500; send(); };
  const later = (least) => {
    wait = Math.min(2 * wait, 20000);
    timer = setTimeout(send, Math.max(wait, 1000 * least || 0));
    away = true;
    draw();
  };

  document.addEventListener("htmx:config:request", (e) => {
    const {ctx} = e.detail, {request} = ctx;
    if (request.action !== url) return;
    if (e.target !== strip) { e.preventDefault(); return enter(request); }
    const list = read(), [entry] = list;
    if (!entry || entry.held) return e.preventDefault();
    entry.tried = 1;
    store(list);
    if (entry.agreed) request.action += "?others=yes";
    request.body = new URLSearchParams(entry.body);
    request.timeout = 8000;
    flying = entry.op;
    ctx.fetch = async (...to) => {
      try {
        const answer = await fetch(...to);
        flying = undefined;
        if ([429, 502, 503, 504].includes(answer.status)) { ctx.kept = true; later(answer.headers.get("Retry-After")); }
        else answered(entry, answer.status, answer.headers.has("Asks"));
        return answer;
      } catch (fault) {
        flying = undefined;
        ctx.kept = true;
        document.dispatchEvent(new Event("unheard"));
        later();
        throw fault;
      }
    };
  });

  /* Takes the newest back: one that may be at the table already by an entry behind it, any other by leaving it out. */
  const back = () => {
    const list = read(), at = free(list), newest = list[at - 1];
    if (!newest) return;
    if (newest.tried) {
      const sent = new URLSearchParams({op: newest.op, seen: newest.at, event: '{"type":"undo"}'});
      list.splice(at, 0, {...joined(sent, {type: "undo"}, words.takenBack.replace("{}", newest.said), newest), back: newest.op});
    } else list.splice(at - 1, 1);
    write(list);
    send();
  };
  /* Looked at by somebody since, so it is meant on the table as it stands now; the one behind it is asked about next. */
  const allTheSame = (list, all) => {
    const body = new URLSearchParams(list[0].body);
    body.set("seen", seq());
    body.set("after", "");
    list[0] = {...list[0], body: `${body}`, held: 0, at: seq()};
    if (list[1] && !all) list[1] = {...list[1], held: 1, at: seq() + 1};
    return list;
  };
  const leaveOut = () => write(read().slice(1).map((entry, n) => n ? entry : {...entry, held: 1}));
  globalThis.unsent = {read, all: (sends) => { write(sends ? allTheSame(read(), sends) : []); soon(); }};
  /* The sheet that asks about the first: agreed, it goes out, and those behind it after it; else it is left out. */
  document.addEventListener("click", (e) => {
    const [entry, ...rest] = read();
    if (!entry?.asks || !e.target.closest("[data-agree]")) return;
    e.preventDefault();
    write([{...entry, asks: false, held: 0, agreed: 1}, ...rest]);
    e.target.closest("dialog").close();
    soon();
  });
  document.addEventListener("close", (e) => { if (e.target.id === "refusal" && read()[0]?.asks) leaveOut(); }, true);
  strip.addEventListener("click", (e) => {
    const list = read(), {back: takes, drop, send: one} = e.target.closest("button")?.dataset || {};
    if (takes !== undefined) back();
    if (drop !== undefined) leaveOut();
    if (one !== undefined) { write(allTheSame(list)); soon(); }
  });

  /* A swap brings the table without the strip, and would take it for a part that is gone. */
  document.addEventListener("htmx:before:swap", () => document.body.append(strip));
  for (const name of ["htmx:after:swap", "htmx:finally:swap", "phases"]) document.addEventListener(name, draw);
  document.addEventListener("htmx:sse:after:connection", (e) => { if (e.detail.connection.status < 400) soon(); });
  addEventListener("online", soon);
  addEventListener("storage", draw);
  addEventListener("beforeunload", (e) => { if (away && read().length) e.preventDefault(); });
  draw();
  soon();
})();
