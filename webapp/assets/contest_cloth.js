/* How such a table looks once entries are in that the server has not answered: the pad and the cloth as they stand then. The pads come
   from templates of the game, the numbers from what is known; what somebody has picked already stays picked. What lies is taken
   away before the table comes anew (`clears`). */
import {$, $$} from "./dom.js";
import {worded} from "./computed/wording.js";

export const contestCloth = ({enter, best}, kit, plan, names) => {
  const template = (phase) => $(`[data-${phase}]`, kit).content, words = $("[data-reveal]", kit)?.dataset;
  let pad, away, stage, told, begin;

  /* As the table itself names it: what is new has another name. */
  const name = (at) => `${at.phase === "dice" ? "dice" : "picks"}-${[at.hand, at.trick, at.tie || at.phase, ...at.totals, ...at.reserve].join("-")}`;
  /* One for each of these seats in the place of a part that is drawn for any. */
  const each = (part, seats, fit) => part?.replaceWith(...seats.map((seat) => {
    const one = part.cloneNode(true);
    fit(one, seat);
    return one;
  }));
  const filled = (at, best) => {
    const node = template(at.phase).lastElementChild.cloneNode(true), due = at.drawing.length ? at.drawing : names.map((_, seat) => seat);
    node.id = name(at);
    node.classList.add("instead");
    if (at.phase !== "dice") node.classList.add(`n${due.length}`);
    each($(".picker", node), due, (picker, seat) => {
      picker.dataset.pick = seat;
      picker.ariaLabel = worded(picker.ariaLabel, names[seat]);
      for (const whose of $$("b", picker)) whose.textContent = names[seat];
      for (const box of $$("input", picker)) box.name += seat;
    });
    for (const die of $$("[name=die]", node)) each($("span", die.parentNode), due, (one, seat) => {
      const out = at.out.includes(seat), spent = out || !at.dice[seat].includes(die.value);
      one.className = `of-${seat}${spent ? " sp" : ""}`;
      if (spent) $(".small", one).textContent = out ? words.out : words.spent;
    });
    // The die of one that is behind is chosen: the own one, else the one that lacks least.
    const {own} = $("#table .seats").dataset, able = [...at.totals.keys()].filter((seat) => at.dice[seat].length && !at.out.includes(seat));
    const whose = able.sort((a, b) => best.includes(a) - best.includes(b) || +(b === +own) - +(a === +own) || at.totals[b] - at.totals[a])[0];
    for (const seat of $$("[name=seat]", node)) seat.checked = +seat.value === whose;
    return node;
  };
  /* The pad as the table knows it makes room, and comes back. */
  const restore = () => {
    pad?.remove();
    if (begin?.trick === 1) sheet(begin.hand);
    if (stage) stage.data = told;
    if (away && !$("#" + away[0]?.id)) $("#entry")?.append(...away);
    stage = away = undefined;
  };
  const exchange = (at, best) => {
    const form = $("#entry");
    if (pad?.id !== name(at)) pad = at.over ? Object.assign(document.createElement("div"), {id: name(at)}) : filled(at, best);
    away = $$("#entry>:not(input)");
    for (const one of away) one.remove();
    form.append(pad);
    offerSheet(at);
  };
  /* What was picked on the pad of this phone, once the table's own is there. */
  const handOver = () => {
    const picked = pad ? $$(":checked", pad) : [];
    for (const {name, value} of $("#" + pad?.id) ? picked : []) {
      const same = $(`#entry [name="${name}"][value="${value}"]`);
      if (same) same.checked = true;
    }
    pad = undefined;
    return picked[0];
  };

  /* The sheet of a whole battle, as the table gives it for the battle that begins; its key stands on the pad then. */
  const sheet = (battle) => {
    const part = $("#several fieldset"), id = `skirmishes-${battle}-1`;
    if (!part || part.id === id) return;
    part.id = id;
    part.form.reset();
    for (const title of $$("h2,legend", $("#several"))) title.textContent = worded(words.battle, battle);
  };
  const offerSheet = (at) => {
    const keys = begin.trick === 1 && at.phase === "reveal" && at.trick === 1 && away.map((one) => $("[popovertarget=several]", one)).find(Boolean);
    if (!keys || $(".levels", pad)) return;
    const row = made("levels");
    row.append(keys.cloneNode(true));
    pad.append(row);
    sheet(at.hand);
  };
  const made = (className, textContent = "") => Object.assign(document.createElement("span"), {className, textContent});
  const cards = (ranks, more = "") => [...ranks].map((rank) => {
    const face = made("k bare way" + more);
    const print = made("r");
    face.append(print);
    print.innerHTML = $(`[value="${rank}"]+.tile`, template("reveal")).innerHTML;
    return face;
  });
  const seat = (at, best, box, whose) => {
    const {full} = at, total = (full || at).totals[whose], wins = full ? full.winner === whose : best.includes(whose), ring = wins ? " win" : "";
    const said = full ? (wins ? words.takes : full.winner === null && words.thrown) : at.out.includes(whose) ? words.outTotal : wins && (best[1] >= 0 ? words.tied : words.ahead);
    const due = at.phase === "reveal" || at.drawing.includes(whose), laid = made(full ? "laid after" : "laid"), tags = made(full ? "tags before" : "tags");
    laid.append(...cards(at.cards[whose]));
    if (due) { const empty = made("slot next"); empty.dataset.slot = whose; laid.append(empty); }
    if (total) tags.append(made("tag" + ring, (said || "{}").replace("{}", total)));
    for (const old of $$(".laid,.tags", box)) old.remove();
    $(".m", box).before(...full ? [made("laid before"), laid] : [laid], tags);
    if (full) $(".before", box).append(...cards(full.cards[whose], ring));
    const dice = $$("[name=die]", template("dice"));
    $$(".dd", box).forEach((one, n) => {
      const spent = !at.dice[whose].includes(dice[n].value);
      if (one.classList.toggle("sp", spent) === !!$("svg", one)) $(".die", one).replaceWith(spent ? made("die") : $("svg", dice[n].parentNode).cloneNode(true));
    });
    box.classList.toggle("is-next", due);
    box.classList.toggle("is-out", at.out.includes(whose));
    // In the first contest nothing is won yet; what the cards that were taken count is not known here.
    const won = at.trick > 1 && worded(words.won, at.taken[whose]), points = $(".has>b", box);
    [worded(words.reserve, at.reserve[whose]), won || ""].forEach((text, n) => { $$(".has>span", box)[n].textContent = text; });
    if (points && (at.hand !== begin.hand || at.trick !== begin.trick)) points.remove();
  };
  // As webapp/words/phrases.py: in British English no comma comes before the last.
  const joined = (seats) => new Intl.ListFormat(`${document.documentElement.lang}-GB`).format(seats.map((one) => names[one]));
  const line = (at, best) => {
    const total = at.totals[best[0]], next = Math.max(0, ...at.totals.filter((_, one) => !best.includes(one) && !at.out.includes(one)));
    const help = $("#table .turn p"), text = total && (best[1] >= 0 ? words.ties : words.leads) || "";
    $("#table .turn h1").innerHTML = template(at.phase).firstElementChild.innerHTML;
    if (at.drawing[0] >= 0) $("#table .turn b").textContent = joined(at.drawing);
    if (help) help.textContent = text.replace("{name}", joined(best)).replace("{points}", total - next).replace("{total}", total);
  };
  const where = (at) => {
    stage = $("#table .bar .t>span").lastChild;
    told = stage.data;
    stage.data = worded(words.stage, at.hand, plan.hands, at.trick, plan.rounds);
  };
  const show = (at) => {
    const first = best(at), {classList} = $("#table .seats");
    classList.toggle("turning", at.phase !== "dice");
    classList.toggle("taken", !!at.full);
    $$("#table .seats>.seat").forEach((box, whose) => seat(at, first, box, whose));
    where(at);
    if (!at.over) line(at, first);
    exchange(at, first);
  };
  /* A whole battle in one go: what its rows come to, skirmish by skirmish, as webapp/games reads them. Its cards are as they are printed. */
  const battle = (plan, at, event) => {
    const ranks = JSON.parse(words.printed), turned = Object.entries(event).filter(([name, text]) => /-\d+-\d+$/.test(name) && text), rows = {};
    for (const [name, text] of turned) {
      const [row, seat] = name.split("-").slice(-2);
      (rows[row] ||= {type: "reveal"})[`cards-${seat}`] = ranks[text.trim().toUpperCase()] || text;
    }
    return Object.values(rows).reduce((now, row, place, all) => {
      const after = enter(plan, now, row), open = place === all.length - 1 && ("goes-on" in event || best(after).length > 1);
      return after.phase !== "dice" || open ? after : enter(plan, after, {type: "settle"});
    }, at);
  };
  let now;
  /* Where this phone does not enter for all it has no pads. */
  const known = (at, from) => {
    begin = from;
    now = at === begin || words ? at : {...at, phase: "unknown"};
    if (at === begin && handOver()) document.dispatchEvent(new Event("optimistic"));
    return now;
  };
  const lay = () => { if (now.over || now.phase !== "unknown") show(now); };
  return {
    known, lay, restore, clears: true,
    enter: (plan, at, event) => event.type === "several" ? battle(plan, at, event) : enter(plan, at, event),
  };
};
