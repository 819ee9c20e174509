/* The number of a rule opens it as a sheet over the page; without this file it is a link into the rule book. A page fetches the rules
   of its game once, so that they open without a network, too. */
import {$, on} from "./dom.js";

export const ruleSheet = () => {
  const table = /\/tables\/(\d+)/.exec(location.pathname + location.search)?.[1];
  const fetched = new Map();
  const rules = (name) => {
    if (!fetched.has(name)) {
      const asked = fetch(`/rules/${name}/sheet${table ? `?table=${table}` : ""}`).then((answer) => answer.ok ? answer.text() : Promise.reject(answer));
      fetched.set(name, asked);
      asked.catch(() => fetched.delete(name));
    }
    return fetched.get(name);
  };

  let opener;
  const show = (dialog, number) => {
    for (const rule of dialog.querySelectorAll("[data-rule]")) rule.hidden = rule.dataset.rule !== number;
    $(`[data-rule="${number}"] h2`, dialog)?.focus();
  };
  /* What the table says of this rule now, with the cards that lie there; only where the rule is about them. */
  const inTrick = (dialog, number) => {
    const said = opener.closest("#table :is(.turn,.explained) p")?.cloneNode(true), cards = [...document.querySelectorAll("#table .seat[data-seat]>.k")];
    const box = $(`[data-rule="${number}"] [data-trick]`, dialog);
    if (!box || !said || !cards.length) return;
    for (const part of said.querySelectorAll("a,svg")) part.remove();
    $(".lay", box).append(...cards.map((card) => card.cloneNode(true)));
    $("p", box).textContent = said.textContent.trim();
    box.hidden = false;
  };
  const open = (dialog, number) => {
    $("#rule-sheet")?.remove();
    document.body.append(dialog);
    inTrick(dialog, number);
    dialog.showModal();
    show(dialog, number);
    opener.classList.add("open");
    dialog.onclose = () => { opener.classList.remove("open"); dialog.remove(); opener.focus({preventScroll: true}); };
    dialog.onclick = (e) => {
      const to = e.target.closest("[data-to-rule]");
      const {top} = dialog.getBoundingClientRect(), outside = e.target === dialog && e.clientY < top;
      if (to) { e.preventDefault(); show(dialog, to.dataset.toRule); }
      else if (outside || e.target.closest("[data-shut]")) { e.preventDefault(); dialog.close(); }
    };
  };

  const own = document.body.dataset.cloth;
  const find = async (number) => {
    for (const name of [own, number].filter(Boolean)) {
      const page = new DOMParser().parseFromString(await rules(name).catch(() => ""), "text/html");
      const dialog = $("dialog", page);
      if ($(`[data-rule="${number}"]`, dialog)) return document.adoptNode(dialog);
    }
  };
  on("click", (e) => {
    const link = e.target.closest?.("a.rule");
    if (!link || link.closest(".rulebook") || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    const number = link.textContent.trim();
    opener = link;
    find(number).then((dialog) => dialog ? open(dialog, number) : location.assign(link.href));
  });
  const ahead = () => rules(own).catch(() => 0);
  if (!table || !own) return;
  if (document.readyState === "complete") ahead(); // a table asks for this script when it has come whole
  else addEventListener("load", () => setTimeout(ahead, 2000));
};
