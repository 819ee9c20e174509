/* What comes before the cards and after them, as far as a phone can tell by itself: calls, tricks by their winner, hands as totals.
   What follows is told by steps.js, the pads are those of the table, drawn beforehand for each phase that may
   come (webapp/live/phases.py). Fetched once the table is there; without it the phone goes on by cards alone. */
import {$, $$, on} from "./dom.js";
import {steps} from "./computed/steps.js";
import {worded} from "./computed/wording.js";

export const phases = ({extend, kind, kit, plan}, unsent) => {
  const strip = $("#unsent");
  const foreseen = document.createElement("div");
  let drawn, part, clothPart, at, begin, may, away = [], added = [], hidden = [];
  const name = ({phase, counting}) => phase === "stopped" ? plan.resumes : counting && phase === "play" ? "tricks" : phase;
  const found = (now) => {
    const all = $$(`[data-phase="${name(now)}"]`, foreseen), due = all.filter((one) => +one.dataset.due === now.next);
    return due.find((one) => +one.dataset.times === (now.times || 0)) || all.find((one) => one.dataset.due < 0) || due[0] || all[0];
  };
  /* The phase whose cloth shows this: between hands, and while something else is asked for, the cards lie on. */
  const clothPhase = (now) => {
    if (now.phase === "play" || plan.steps?.[now.phase] || now.phase === plan.opens) return name(now);
    return now.counting ? "tricks" : now.lying.length || now.full ? "play" : "";
  };
  /* Where the table's own cloth shows something else, one that was drawn beforehand. */
  const clothFor = (now, from) => {
    const shows = clothPhase(now), kept = now.hand === from.hand && shows === clothPhase(from) && (!plan.steps?.[now.phase] || now.done?.length);
    return now === from || !shows || kept ? undefined : found({...now, phase: shows, counting: false});
  };
  /* The table's own parts stay where they show the same phase, and where the page has another way to show it. */
  const needed = (now, from) => {
    const same = name(now) === name(from) && now.hand === from.hand, own = $(`[data-${now.phase}]`, kit);
    if (now === from || now.phase === "unknown" || same && now.phase === "play") return;
    return own && now.phase !== "deal" && name(now) === now.phase ? undefined : found(now);
  };
  const known = (now, from) => {
    part = needed(now, from);
    clothPart = clothFor(now, from);
    at = now;
    begin = from;
    if (!part && plan.steps?.[now.phase] && now !== from) return drawn.known({...now, phase: "unknown"}, from);
    return drawn.known(now, clothPart ? {...from, taken: from.taken.map(() => 0), lying: []} : from, part);
  };
  const put = (place, ...nodes) => { added.push(...nodes); place(...nodes); };
  /* A seat that is done keeps its place among the others. */
  const settled = (choice) => {
    const label = choice.closest("label"), done = document.createElement("span");
    done.className = "done";
    done.append(...label ? [$("span", label), $(".sent svg", strip).cloneNode(true)] : []);
    if (label) label.replaceWith(done); else choice.remove();
  };
  const seats = (pad) => {
    for (const key of $$("[name=event]", pad)) key.value = key.value.replace(/"(seat|dealer)":\d+/, `"$1":${at.next}`);
    for (const one of $$("[name=seat][type=radio],button[name=seat]", pad)) if (at.done?.includes(+one.value)) settled(one);
    const left = $$("[name=seat][type=radio]", pad);
    if (left[0] && !left.some((one) => one.checked)) left[0].checked = true;
  };
  /* What was said before goes down from here. */
  const lower = (pad) => {
    const field = Object.values(plan.steps?.[at.phase] || {}).find((step) => step.lowers)?.lowers;
    if (field && at.low != null) for (const key of $$("[name=event]", pad)) if (JSON.parse(key.value)[field] >= at.low) key.classList.add("gone");
  };
  const numbered = (...texts) => {
    for (const text of texts) if (text) text.textContent = worded(text.dataset.numbered, at.hand + (at.phase === "deal"));
  };
  /* What is asked of the server elsewhere is told here (melds.js). */
  const unasked = (pad) => {
    for (const one of $$("[hx-get]", pad)) one.removeAttribute("hx-get");
  };
  /* Between two hands, and while something else is asked for, the table's own line and cards come first. */
  const comesFirst = () => at.phase === "play" || !!plan.steps?.[at.phase];
  const line = (said) => {
    const help = $("#table .turn p"), known = name(at) === "tricks" || part.dataset.due < 0;
    $("#table .turn h1").replaceChildren(...$("h1", said).childNodes);
    if (!help) return;
    help.textContent = at.phase === "deal" && !at.planned ? kit.dataset.waits : known ? $("p", said).textContent : "";
    help.className = help.textContent.length > 84 ? "long" : ""; // as templates/tables/_table.html
  };
  const cloth = () => {
    const board = $("#table .board"), up = at.up && drawn.face(at.up), pack = at.hand === begin.hand && $(".pack", board);
    board.classList.add("made-up");
    board.replaceChildren(...$(".board", clothPart.content).cloneNode(true).childNodes);
    if (pack) $(".pack", board)?.replaceWith(pack); // the card turned up is that of this table
    if (!up) return;
    up.classList.add("up");
    $(".talon .up", board).replaceWith(up);
  };
  const exchange = (pad) => {
    const form = $("#entry"), had = form.contains(document.activeElement);
    for (const one of pad.children) one.inert = part.dataset.due >= 0 && !at.mine.includes(at.next);
    form.classList.add("foreseen");
    away = [...form.children].filter((one) => !stamps().includes(one));
    for (const one of away) one.remove();
    put((...all) => form.append(...all), ...pad.children);
    // Where the table asks for the same, the own hand is known (melds.js).
    const own = at.hand === begin.hand && away.find((one) => one.dataset.held);
    if (own) Object.assign($("#" + own.id, form)?.dataset || {}, own.dataset);
    if (had) $("button,input:not([type=hidden])", form)?.focus({preventScroll: true});
  };
  const stamps = () => $$("#entry>[name=op],#entry>[name=seen]");
  /* What opens over the pad, in the place of what the table had of the same name. */
  const openers = (sheets) => {
    seats(sheets);
    numbered(...$$("#by-totals [data-numbered]", sheets));
    for (const stamp of stamps()) for (const same of $$(`[name=${stamp.name}]`, sheets)) same.value = stamp.value;
    hidden = [...sheets.children].map((one) => $("#" + one.id)).filter(Boolean).map((one) => [one, document.createComment("")]);
    for (const [one, mark] of hidden) one.replaceWith(mark);
    put((...all) => $("#entry").after(...all), ...sheets.children);
  };
  const pads = () => {
    const [said, , pad, sheets] = part.content.cloneNode(true).children;
    line(said);
    unasked(pad);
    seats(pad);
    lower(pad);
    if (at.phase === "deal") numbered(...$$("[data-numbered]", pad));
    exchange(pad);
    openers(sheets);
    for (const one of added) htmx.process(one);
  };
  /* A lead on the table's own pad: the hand may go on by tricks, which needs their form. */
  const leads = () => {
    const whole = at !== begin && at.phase === "play" && !at.lying.length && !$("#step-down") && found({...at, counting: false});
    if (!whole) return;
    openers(whole.content.cloneNode(true).lastElementChild);
    for (const one of added) htmx.process(one);
  };
  const piles = () => $$("#table .seats>.seat:not(.pack)").forEach((box, seat) => {
    const pile = $(".big", box), won = at.taken[seat], unit = $("[data-one]", box);
    if (pile) pile.textContent = won;
    if (unit) unit.textContent = won === 1 ? unit.dataset.one : unit.dataset.many;
    box.classList.toggle("is-next", seat === at.next);
  });
  /* Where no cards are entered, what is said with one elsewhere has keys of its own, in the places that the table gives them. */
  const announced = () => {
    const said = $("#entry .acts .arm"), row = said?.parentNode, {parentNode} = row || {};
    if (!row) return;
    said.replaceWith(...$$(":scope>[name=event]", parentNode));
    row.className = `${parentNode.className} instead`;
  };
  const restore = () => {
    for (const one of added) one.remove();
    $("#entry")?.classList.remove("foreseen", "begun");
    if (away.length && !$("#entry>:not([name=op],[name=seen])")) $("#entry")?.append(...away);
    if (may !== undefined) $("#may").dataset.may = may;
    for (const [one, mark] of hidden) mark.replaceWith(one);
    added = [];
    away = [];
    hidden = [];
    may = undefined;
    drawn.restore();
  };
  /* The menu offers tricks by their winner where this phone enters for all. */
  const offers = () => {
    const all = $("[popovertarget=by-totals]", $("[data-phase=deal]", foreseen)?.content);
    may = $("#may").dataset.may;
    if (all && at.phase === "play" && !at.lying.length && !at.counting) $("#may").dataset.may = `${may} tricks`;
  };
  const lay = () => {
    if (clothPart) cloth();
    if (part && comesFirst()) pads();
    offers();
    const help = $("#table .turn p"), said = help?.textContent;
    if (!part || at.phase === "play" || !comesFirst()) drawn.lay();
    if (part && !comesFirst()) pads();
    if (!part) leads();
    $("#entry")?.classList.toggle("begun", at.phase !== "deal" && (at.lying.length > 0 || at.trick > 1 || !!at.counting || !!at.done?.length || at.low != null));
    if (name(at) !== "tricks") return;
    piles();
    announced();
    if (help) help.textContent = said;
  };
  on("htmx:before:swap", restore);
  // Entries that are held back, all at once: the note about the first of them opens a sheet

  const asks = (sheet) => {
    const note = $("[data-note]", strip), box = document.createElement("span"), opener = document.createElement("button");
    Object.assign(opener, {type: "button", popoverTargetElement: sheet, ariaLabel: $("h2", sheet).textContent});
    Object.assign(opener.style, {position: "absolute", left: 0, top: "50%", width: "100%", height: "44px", translate: "0 -50%", background: "none", border: 0});
    Object.assign(note.style, {textDecoration: "underline"});
    box.className = "grow";
    box.style.position = "relative";
    note.classList.remove("grow");
    note.replaceWith(box);
    box.append(note, opener);
    sheet.addEventListener("beforetoggle", () => $("[data-list]", sheet).textContent = unsent.read().map(({said}) => said).join(" · "));
    sheet.addEventListener("click", ({target}) => {
      if (target.dataset.all === undefined) return;
      sheet.hidePopover();
      unsent.all(target.dataset.all);
    });
    document.body.append(sheet);
  };

  const fetched = async () => {
    try {
      const answer = await fetch($("#unsent").getAttribute("hx-post").replace(/events$/, "phases"));
      if (answer.ok) foreseen.innerHTML = await answer.text();
    } catch {}
    kit.append(foreseen);
    if ($("[data-held-back]", foreseen)) asks($("[data-held-back]", foreseen).content.firstElementChild);
    if (!foreseen.firstChild) return addEventListener("online", fetched, {once: true});
    kit.dataset.ready = "";
    strip.dispatchEvent(new Event("phases", {bubbles: true}));
  };
  extend((before) => {
    drawn = before;
    return {enter: steps(kind), known, lay, restore};
  });
  fetched();
  /* For callers of other modules: the first of this kind in what was drawn beforehand, and where the hand stands by now. */
  return {
    told: (selector) => $$("template", foreseen).map((one) => $(selector, one.content)).find(Boolean),
    now: () => at || {},
  };
};
