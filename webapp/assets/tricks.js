/* How a table of tricks looks once entries are in that the server has not answered: the cards, whose turn it is, who takes the trick,
   and the keys for what is due then. */
import {$, $$} from "./dom.js";
import {worded} from "./computed/wording.js";

export const tricksCloth = ({taker, open}, kit, plan, names) => {
  const words = kit.dataset, follow = JSON.parse(words.follow), faces = {};
  let at, begin;
  const pads = (phase) => $(`[data-${phase}]`, kit);
  const keys = (card, from = $("#entry")) => $$("[name=event]", from).filter((key) => key.value.includes(`"card":"${card}"`) && key.value.includes('"play"'));
  const anyKey = (card) => keys(card)[0] || [pads("play"), $("[data-phase=play]", kit)].flatMap((one) => one ? keys(card, one.content) : [])[0];

  /** @type {(part: Node) => Text[]} */
  const texts = (part) => [...part.childNodes].flatMap((one) => one instanceof Text ? [one] : texts(one));

  /* A card as it lies, made from its key. */
  const made = (card) => {
    const key = anyKey(card), lying = $("[data-card]", kit).content.firstElementChild.cloneNode(true), [rank, ...pips] = lying.children;
    if (!key) return;
    const crown = $(".tile .crown", key), sign = $(".tile use", key)?.getAttribute("href");
    lying.setAttribute("aria-label", key.getAttribute("aria-label").split(/[,.] /)[0]);
    if (crown) { lying.classList.add("bare"); lying.replaceChildren(crown.cloneNode(true)); return lying; }
    lying.classList.add(sign.slice(3));
    lying.classList.toggle("t10", card[0] === "T");
    rank.textContent = texts($(".tile", key))[0].data.trim();
    for (const pip of pips) pip.firstElementChild.setAttribute("href", sign);
    return lying;
  };
  const face = (card) => (faces[card] ||= made(card))?.cloneNode(true);

  const sentence = (text, name) => {
    const [before, after] = text.split("{}"), bold = document.createElement("b");
    bold.textContent = name;
    return [before, bold, after];
  };

  const slot = (turn, next) => {
    const empty = document.createElement("span");
    empty.className = next ? "slot next" : "slot";
    empty.textContent = turn;
    return empty;
  };
  const tag = (box, led, wins, full) => {
    const row = $(".tags", box);
    for (const one of $$("[data-lies]", row)) one.remove();
    if (!led && !wins) return;
    const said = document.createElement("span");
    said.className = wins ? "tag win" : "tag";
    said.dataset.lies = "";
    said.textContent = wins ? (full ? words.takes : led ? words.ledAhead : words.ahead) : words.led;
    row.prepend(said);
  };
  const count = (box, tricks) => {
    const pips = $(".pips", box), text = $("[data-tricks]", box);
    if (!text) return;
    pips.replaceChildren(...Array.from({length: tricks}, () => document.createElement("i")));
    pips.classList.toggle("many", tricks > 5);
    text.textContent = tricks === 1 ? words.trick : worded(words.tricks, tricks);
  };
  const board = () => {
    const full = at.full && !at.lying.length, shown = full ? at.full : at.lying, boxes = $$("#table .seats>.seat:not(.pack)");
    const leader = shown.length ? shown[0][0] : at.next, best = full ? at.won : shown.length && !open(plan, at) ? taker(plan, at) : -1;
    const theirs = begin.lying.map(([seat]) => $(":scope>.k", boxes[seat]));
    $("#table .seats")?.classList.toggle("taken", !!full);
    boxes.forEach((box, seat) => {
      const place = $(":scope>.k,:scope>.slot", box), card = shown.find(([whose]) => whose === seat)?.[1], next = seat === at.next && at.phase !== "deal";
      if (!place) return;
      const known = card && begin.lying.findIndex(([whose, one]) => whose === seat && one === card);
      const lies = card && (known >= 0 && begin.trick === at.trick - (full ? 1 : 0) ? theirs[known] : face(card));
      const put = lies || slot((seat - leader + plan.players) % plan.players + 1, next);
      if (lies) { put.classList.toggle("win", seat === best); put.classList.toggle("way", put !== theirs[known]); }
      if (put !== place) place.replaceWith(put);
      box.classList.toggle("is-next", next);
      tag(box, card && seat === leader, card && seat === best, full);
      if (at.taken[seat] !== begin.taken[seat]) count(box, at.taken[seat]);
    });
    kinds(shown.map(([, card]) => card));
  };

  /* Those of one kind fill from the left, then those that may yet be of either, the others from the right: what lies, or lies on
     since it was taken last. */
  const kinds = (lying) => {
    const row = $("#table [data-even]");
    if (!row) return;
    const word = (card) => at.words?.[card] || at.wilds?.[card] || (plan.wild && plan.stops.includes(card) ? "open" : plan.even.includes(card) ? "even" : "odd");
    const [odd, open, even] = ["odd", "open", "even"].map((kind) => lying.filter((card) => word(card) === kind));
    const cell = (kind) => (card) => {
      const box = document.createElement("i");
      if (card) { box.className = kind; box.textContent = $(".r", face(card)).textContent + (kind === "open" ? "?" : ""); }
      return box;
    };
    $$("b", row).forEach((number, at) => number.textContent = [odd, even][at].length);
    $(".cells", row).replaceChildren(
      ...odd.map(cell("odd")), ...open.map(cell("open")), ...Array.from({length: plan.players - lying.length}, () => cell()()), ...even.reverse().map(cell("ev")),
    );
  };

  const follows = () => plan.follow && !plan.frees?.includes(at.lying[0]?.[1]);
  const turn = () => {
    const [line, help] = [$("#table .turn h1"), $("#table .turn p")], leads = !at.lying.length;
    const text = {deal: words.deals, stopped: words.leads}[at.phase] || pads(at.phase)?.dataset.line || (leads ? words.leads : words.plays);
    const said = at.phase !== "play" ? at.phase === "deal" && !at.planned ? words.waits : "" : leads ? words.any : follows() && follow[at.led] || "";
    if (at.phase !== "unknown") line.replaceChildren(...sentence(text, names[at.next]));
    if (help && at.phase !== "unknown") help.textContent = said;
  };

  /* The suit led: its tab, and the keys that follow it where there is a duty. Drawn from `at` alone, so also when it goes back. */
  const marks = () => {
    const form = $("#entry"), tabs = $(".tabs", form), led = at.lying.length ? at.led : null;
    if (!form) return;
    if (tabs) {
      tabs.dataset.fresh = `${at.hand}.${at.trick}.${led || "None"}`;
      for (const radio of $$("input", tabs)) {
        const is = radio.defaultChecked = radio.matches(`.t-${led}`), name = radio.ariaLabel.split(", ")[0];
        radio.ariaLabel = is ? `${name}, ${words.led}` : name;
        $("small", radio.parentNode)?.remove();
        if (is) radio.parentNode.append(Object.assign(document.createElement("small"), {textContent: words.led}));
      }
    }
    const due = at.tricks - at.trick >= plan.shuts.close ? null : led;
    for (const row of $$("[data-suit]", form)) row.classList.toggle(row.dataset.marked, row.dataset.suit === due);
    if (plan.follow) for (const key of $$("[name=event]", form)) {
      const card = /"card":"(..)"/.exec(key.value)?.[1];
      key.classList.toggle("follow", !!led && follows() && !!card && (plan.belongs[at.key]?.[card] || card[1]) === led);
    }
  };

  /* What is gone from the pad, as far as this table's book allows; what is due instead of a card. */
  const pad = () => {
    const form = $("#entry"), kept = at.open ? at.out : at.out.slice(-plan.players - at.lying.length);
    if (!form) return;
    const template = !$(".foreseen") && (at.phase !== "play" || begin.phase !== "play") && pads(at.phase);
    if (template) instead(form, template);
    for (const card of new Set(kept)) {
      const copies = kept.filter((one) => one === card).length;
      for (const key of keys(card)) {
        if (copies + $$(".dots :is(.o,.f)", key).length >= plan.copies) key.classList.add("out", ...(key.matches(".gone") ? [] : ["gone"]));
      }
    }
    const acts = !at.lying.length && at.phase === "play" && ($(".instead .acts", form) || $(".acts", form)), lead = $("[data-lead]", kit);
    if (acts && lead) {
      acts.append(named(lead.content.cloneNode(true)));
      for (const key of $$(".instead [name=event]", acts)) key.value = key.value.replace(/\d+/, at.next);
      $("[data-shuts]", acts).hidden = at.tricks - at.trick < plan.shuts.close;
    }
    const mine = at.mine.includes(at.next) && !(at.own && at.next !== begin.next);
    form.classList.toggle("passed", at.phase === "play" && !mine);
    form.classList.toggle("follows", at.lying.length > 0);
  };
  /* Texts of a template: {} is the seat to act, {rival} the one after it. */
  const named = (part) => {
    const rival = names[(at.next + 1) % plan.players];
    for (const text of texts(part)) text.data = text.data.replaceAll("{}", names[at.next]).replaceAll("{rival}", rival);
    return part;
  };
  const instead = (form, template) => {
    const box = document.createElement("div"), name = names[at.next];
    box.className = "instead";
    box.append(template.content.cloneNode(true));
    const key = $("[name=event]", box);
    for (const one of $$("[name=event]:not(.cell)", box)) one.value = one.value.replace(/\d+/, at.next);
    if (!key.matches(".cell")) key.textContent = (at.phase === "deal" ? words.deals : key.textContent).replace("{}", name);
    box.inert = !at.mine.includes(at.next);
    form.append(box);
  };

  const restore = () => {
    for (const key of $$("#entry .out")) key.classList.remove("gone", "out");
    for (const one of $$("#entry .instead")) one.remove();
    $("#entry")?.classList.remove("passed", "follows");
  };
  /* Where this phone has no keys for what is due, it waits; `drawn`: they lie there already (phases.js). */
  const known = (now, from, drawn) => {
    begin = from;
    at = drawn || now.phase === "unknown" || now.phase === begin.phase || pads(now.phase) ? now : {...now, phase: "unknown"};
    if (at === begin) marks();
    return at;
  };
  const lay = () => { board(); turn(); marks(); pad(); };
  return {known, lay, restore, face};
};
