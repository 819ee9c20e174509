/* Melds in the cards that were tapped, named without the server: it has told beforehand which there are (data-melds), what each counts,
   and which cards serve in one use only. The best set is ticked, or what somebody has ticked; the server judges what is entered. */
import {$, $$, on} from "./dom.js";
import {bestMelds, fitting, lacking, meldsIn, worth} from "./computed/meld_search.js";

export const melds = ({extend}, {told: foretold, now}) => {
  const names = JSON.parse($("#ahead").dataset.names), minus = (points) => `${points}`.replace("-", "−");

  /* A meld as the server has told it, in its row. */
  const meld = (row) => {
    const cards = $("input", row).value.split(" "), barred = row.matches(".na") && cards[0][1] === now().key;
    return {row, cards, use: row.dataset.use, points: +row.dataset.points, barred};
  };
  // What that looks like

  const picked = (picker, own, seat) => {
    const tapped = $$("[name^='copies.']:checked", picker).flatMap(({name, value}) => Array(+value).fill(name.slice(7)));
    return tapped.length || own.seat !== seat || !own.held ? tapped : own.held.split(" ");
  };
  const drawn = (one, laid, held, words) => {
    const row = one.row.cloneNode(true), box = $("input", row), rivals = laid.includes(one) ? [] : lacking([...laid, one], held);
    const others = laid.filter(({use, cards}) => use === one.use && cards.some((card) => rivals.includes(card)));
    row.classList.toggle("na", one.barred || rivals.length > 0);
    box.checked = laid.includes(one);
    box.disabled = row.matches(".na");
    if (!one.barred) $("small", row)?.remove();
    if (!one.barred && rivals.length) {
      const why = document.createElement("small"), rule = document.createElement("span");
      rule.className = "rule";
      rule.textContent = words.rule;
      why.append(words.serves.replace("{}", [...new Set(others.map((other) => $("b", other.row).textContent))].join(", ")), " ", rule);
      $(".grow", row).append(why);
    }
    return row;
  };
  const named = (ticked) => {
    const told = foretold("[data-melds]"), picker = $("#picker"), seat = $("[name=seat]:checked", picker)?.value, box = $("#melds");
    if (foreseen() && !seat) waits(box);
    if (!told || !seat) return;
    const words = told.dataset, held = picked(picker, box.dataset, seat), all = meldsIn($$("label", told.content).map(meld), held), free = all.filter(({barred}) => !barred);
    const chosen = ticked && free.filter(({cards}) => { const at = ticked.indexOf(cards.join(" ")); return at >= 0 && ticked.splice(at, 1); });
    const laid = chosen ? fitting(chosen, held) : bestMelds(free, held), points = worth(laid), main = $(".main", box);
    const order = all.sort((one, other) => +laid.includes(other) - +laid.includes(one) || one.points - other.points);
    const none = Object.assign(document.createElement("p"), {className: "hint", textContent: words.none});
    $(".list", box).replaceChildren(...order.map((one) => drawn(one, laid, held, words)), ...held.length && !all.length ? [none] : []);
    $("[type=hidden][name=seat]", box).value = seat;
    $(".levels", box)?.remove();
    main.textContent = points ? words.meldsText.replace("{}", minus(points)) : words.nothing.replace("{}", names[seat]);
    main.name = points ? "" : "points";
    main.value = points ? "" : "0";
    if (foreseen()) line(words, names.filter((_, one) => !now().done?.includes(one)));
  };
  /* Nobody is left who melds on this phone. */
  const waits = (box) => {
    const {unknown, waits: later} = $("#ahead").dataset, help = $("#table .turn p");
    for (const part of [box, $("#copies")]) part.hidden = true;
    if (!lost()) return;
    $("#table .turn h1").textContent = unknown;
    if (help) help.textContent = later;
  };
  /* Who is left to meld, as webapp/words/phrases.py lists names: in British English no comma comes before the last. */
  const line = (words, left) => {
    if (left.length === names.length) return;
    const [before, after] = words[left.length > 1 ? "several" : "one"].split("{}"), bold = document.createElement("b");
    bold.textContent = new Intl.ListFormat(`${document.documentElement.lang}-GB`).format(left);
    $("#table .turn h1").replaceChildren(before, bold, after);
  };

  // When

  const foreseen = () => !!$("#entry.foreseen #picker");
  const lost = () => !navigator.onLine || !!$("#live.off"), alone = () => foreseen() || lost();
  on("change", ({target}) => {
    const box = target.closest("#picker,#melds");
    if (box && alone()) named(box.id === "melds" && $$(":checked", box).map(({value}) => value));
  });
  on("htmx:config:request", (e) => { if (e.target.matches("#picker,#melds") && alone()) e.preventDefault(); });
  on("htmx:error", ({target}) => { if (target.matches("#picker,#melds")) named(); });
  /* Until the answer for another player is here, the key would enter the melds of the one before. */
  const isOfAnother = () => {
    const seat = $("#picker [name=seat]:checked")?.value, told = $("#melds [type=hidden][name=seat]")?.value;
    return seat && told && seat !== told;
  };
  on("click", (e) => {
    if (!e.target.closest("#melds button:not([type=button])") || !isOfAnother()) return;
    e.preventDefault();
    document.dispatchEvent(new Event("picked")); // the next tap is no double one
  }, true);

  /* What was tapped here stays when the table comes with a pad of its own, as long as that asks the same player; also when the answer
     to the entry before it comes last, with which a pad begins anew. */
  let kept, handed;
  const answers = ({target}) => target.closest("#picker,#melds"); // what the table's own pad has asked
  on("htmx:before:swap", (e) => {
    if (answers(e)) return;
    const seat = (foreseen() || handed) && $("#picker [name=seat]:checked")?.value;
    kept = seat && {seat, cards: $$("#picker [name^='copies.']:checked").map(({name, value}) => [name, value])};
  }, true);
  const handOver = () => {
    const {seat, cards} = kept || {}, choice = $(`#picker [type=radio][name=seat][value="${seat}"]`);
    kept = handed = undefined;
    if (choice && cards.some(([, value]) => value)) {
      choice.checked = true;
      for (const [name, value] of cards) $(`#picker [name="${name}"][value="${value}"]`).checked = true;
      handed = !foreseen();
      $("#picker").dispatchEvent(new Event("change", {bubbles: true}));
    }
    /* A table that comes has the melds as they were before any tap: until it is answered which they are, its key is that of those. */
    if (foreseen() || isOfAnother() || $("#picker [name^='copies.']:checked:not([value=''])")) named();
  };
  extend(({lay}) => ({lay: () => { lay(); handOver(); }}));
  on("htmx:after:swap", (e) => { if (!answers(e)) handOver(); });
};
