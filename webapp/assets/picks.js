/* Cards picked one a player and sent together (data-pick): each lies on the cloth at once, the last one sends them.
   A second tap on the same spot is a double tap, no card of the next player. */
import {$, $$, on} from "./dom.js";

export const picks = () => {
  const DOUBLE = 240;
  let line, spot;
  const lay = () => {
    const picks = $$("[data-pick]"), due = picks.find((pick) => !$(":checked", pick));
    for (const pick of picks) {
      const slot = $(`[data-slot="${pick.dataset.pick}"]`), face = $(":checked+.tile", pick);
      slot.className = face ? "k bare" : "slot next";
      slot.innerHTML = face ? `<span class="r">${face.innerHTML}</span>` : "";
      slot.closest(".seat").classList.toggle("is-next", !face);
    }
    if (due) $("#table .turn h1").innerHTML = due === picks[0] && !$("[data-pick] :checked") ? line : $("[data-turn]", due).innerHTML;
    return due;
  };
  /* The one tab stop of the pad goes on to the next player, too. */
  const go = (to) => {
    for (const cell of $$("#entry .cell>input")) cell.tabIndex = cell === to ? 0 : -1;
    to.focus();
  };
  on("change", (e) => {
    const pick = e.target.closest("[data-pick]");
    if (!pick) return;
    $$(":checked", pick).forEach((other) => other.checked = other === e.target);
    const due = lay(), send = $(".send");
    if (!due) { document.dispatchEvent(new Event("picked")); send.form.requestSubmit(send); }
    else $("#say").textContent = $("#table .turn h1").textContent;
    if (due && e.target.checked && e.target.matches(":focus-visible")) go($("input", due));
  });
  on("click", (e) => {
    if (e.target.matches("input")) return;
    const twice = spot && e.timeStamp - spot.timeStamp < DOUBLE && Math.hypot(e.x - spot.x, e.y - spot.y) < 24;
    spot = !twice && e.target.closest("[data-pick]") ? e : undefined;
    if (!twice || !e.target.closest("#entry")) return;
    e.preventDefault();
    e.stopPropagation();
    document.dispatchEvent(new CustomEvent("toast", {detail: {data: $("#unsent").dataset.once}}));
  }, true);
  on("keydown", (e) => { if (e.key === "Enter" && e.target.closest("#entry [data-pick]")) e.target.click(); });
  const begin = () => { line = $("#table .turn h1")?.innerHTML; lay(); };
  on("htmx:after:swap optimistic", begin);
  begin();
};
