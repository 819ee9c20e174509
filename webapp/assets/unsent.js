/* Entries on their way. A tap on a key is an entry at once, with a network and without: it joins this list, lies on the table
   (optimistic.js), and goes out when those before it have been answered, each under its own key (op), so that none counts twice.
   One that was tapped behind another says so (after): it is meant on the table as that one leaves it. The newest can be taken
   back. The list outlives the page, and all tabs of this phone have the same one. */
import {allTheSame, free, lies, settledBy, withoutFirst, withoutNewest} from "./computed/queue.js";
import {$, on} from "./dom.js";

export const unsent = (optimistic) => {
  const strip = $("#unsent");
  if (!strip) return;
  const url = strip.getAttribute("hx-post"), place = "unsent " + url, words = strip.dataset;
  const part = (name) => $(`[data-${name}]`, strip), seq = () => +$("#moved").dataset.seq;
  let kept = {}, flying, timer, wait, away = !navigator.onLine, landed, shown, number = Date.now();
  try { kept = localStorage; } catch {}

  const read = () => JSON.parse(kept[place] || "[]");
  const store = (list) => {
    try {
      delete kept[place];
      if (list.length) kept[place] = JSON.stringify(list);
    } catch { kept = {[place]: JSON.stringify(list)}; }
  };
  const write = (list) => { store(list); draw(); };

  /* Told once: the table has the entry that was answered last. */
  const taken = () => {
    if (!landed || landed.at >= seq() || shown === landed.op) return;
    shown = landed.op;
    document.dispatchEvent(new Event("taken"));
  };
  on("htmx:after:swap", taken, true); // before what is done with the pad that has come
  const draw = () => {
    const list = read(), at = free(list), held = list.length > 0 && !at, last = $("#table>.last"), newest = list[at - 1];
    // An answered one lies until the table is here that has it; one that this table has does not lie twice.
    const lying = [landed, ...list.slice(0, at)].filter((entry) => entry && entry.at >= seq());
    optimistic.show(lying.map(({event, back}) => ({event, takesBack: back})), away);
    strip.hidden = !list.length;
    strip.classList.toggle("held", held);
    strip.classList.toggle("sending", at > 0 && !away);
    if (!list.length || !last) return document.body.append(strip);
    const count = at > 1 || away ? words[at > 1 ? "waitsMore" : "waitsOne"].replace("{}", at) : "";
    if (part("count").textContent !== count) part("count").textContent = count;
    part("said").textContent = newest ? newest.said : "";
    part("back").hidden = !newest || !!newest.back && !!newest.tried;
    part("note").textContent = held ? words[list.length > 1 ? "heldMore" : "heldOne"].replace("{}", list[0].said).replace("{}", list.length - 1) : "";
    if (strip.nextElementSibling !== last) last.before(strip);
  };

  /* An entry as it is kept: what its form sends, and what its key says. `at`: the last event of the table it is meant on. */
  const made = ({body, submitter}, ahead) => {
    const sent = new URLSearchParams(body), label = submitter?.dataset.said || submitter?.getAttribute("aria-label") || submitter?.innerText || "";
    let event = Object.fromEntries(sent);
    const key = sent.get("event");
    if (key) {
      event = optimistic.meant(JSON.parse(key));
      sent.set("event", JSON.stringify(event));
    }
    /* Behind a card stands what it is worth; an undo names the whole entry. */
    const said = event.type === "undo" ? label : label.split(/[.] |, /)[0];
    return joined(sent, event, said.replace(/\s+/g, " ").trim(), ahead);
  };
  const joined = (sent, event, said, ahead) => {
    sent.set("op", `${sent.get("op").split("-")[0]}-${++number}`);
    if (ahead) sent.set("after", ahead.op);
    return {op: sent.get("op"), body: `${sent}`, event, said, at: ahead ? optimistic.seq() || ahead.at + 1 : seq()};
  };
  const tell = (text) => strip.dispatchEvent(new CustomEvent("toast", {bubbles: true, detail: {data: text}}));
  const enter = (request) => {
    const list = read(), at = free(list), ahead = list[at - 1] || (landed?.at >= seq() ? landed : undefined), entry = made(request, ahead);
    const known = landed?.at >= seq() - 1 ? [landed, ...list.slice(0, at)] : list.slice(0, at);
    if (lies(known, entry.event, optimistic.copies)) return tell(words.lies.replace("{}", entry.said));
    list.splice(at, 0, entry);
    write(list);
    send();
  };

  const answered = (entry, status, asks) => {
    away = false;
    if (status < 400) landed = entry;
    write(settledBy(read(), entry, status, asks));
    if (landed?.at >= seq()) document.dispatchEvent(new Event("awaited"));
    else taken();
    soon();
  };

  /* Whether one is sent again by itself; where the server broke at each of some tries, people decide. */
  const tries = (entry, status) => {
    if (status !== 500) return true;
    const [first, ...rest] = read(), broke = (entry.broke || 0) + 1;
    if (first?.op === entry.op) store([{...first, broke}, ...rest]);
    return broke < 6;
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

  on("htmx:config:request", (e) => {
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
    ctx.fetch = async (address, options) => {
      try {
        const answer = await fetch(address, options);
        // A network that wants a login first answers in the server's place: that is no answer.
        const stands = answer.headers.get("Stands");
        if (answer.status < 400 && !stands) throw new TypeError();
        flying = undefined;
        ctx.kept = answer.status >= 500 || answer.status === 429;
        // What stands stays so, even where the table after it could not be drawn; else it is asked again, by the same key.
        if (stands) answered({...entry, at: +stands - 1}, 200);
        else if (ctx.kept && tries(entry, answer.status)) later(answer.headers.get("Retry-After"));
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

  const back = () => {
    write(withoutNewest(read(), (newest) => {
      const sent = new URLSearchParams({op: newest.op, seen: `${newest.at}`, event: '{"type":"undo"}'});
      return joined(sent, {type: "undo"}, words.takenBack.replace("{}", newest.said), newest);
    }));
    send();
  };
  const leaveOut = () => write(withoutFirst(read()));
  const all = (sends) => { write(sends ? allTheSame(read(), seq(), sends) : []); soon(); };
  /* The sheet that asks about the first: agreed, it goes out, and those behind it after it; else it is left out. */
  on("click", (e) => {
    const [entry, ...rest] = read();
    if (!entry?.asks || !e.target.closest("[data-agree]")) return;
    e.preventDefault();
    write([{...entry, asks: false, held: 0, agreed: 1}, ...rest]);
    e.target.closest("dialog").close();
    soon();
  });
  on("close", (e) => { if (e.target.id === "refusal" && read()[0]?.asks) leaveOut(); }, true);
  strip.addEventListener("click", (e) => {
    const {back: takes, drop, send: one} = e.target.closest("button")?.dataset || {};
    if (takes !== undefined) back();
    if (drop !== undefined) leaveOut();
    if (one !== undefined) { write(allTheSame(read(), seq())); soon(); }
  });

  /* A swap brings the table without the strip, and would take it for a part that is gone. */
  on("htmx:before:swap", () => document.body.append(strip));
  on("htmx:after:swap htmx:finally:swap phases", draw);
  on("htmx:sse:after:connection", (e) => { if (e.detail.connection.status < 400) soon(); });
  addEventListener("online", soon);
  addEventListener("storage", draw);
  addEventListener("beforeunload", (e) => { if (away && read().length) e.preventDefault(); });
  draw();
  soon();
  return {read, all};
};
