/* What the table does beyond forms and links. Without this file everything still works, by reload. */
import {$, $$, on} from "./dom.js";

export const tablePage = (copies) => {
  const root = document.documentElement;
  root.classList.add("js");

  /* A toast tells what others did, or that an entry was not sent. */
  let hush;
  const toast = (text) => {
    $("#toast").textContent = text;
    clearTimeout(hush);
    hush = setTimeout(() => $("#toast").textContent = "", 4000);
  };

  /* Live mark: a dot while the stream is open, hollow and with words when it is not. A phone that lost its Wi-Fi hears
     nothing, no error either: silence longer than two heartbeats ends the stream, and it is opened again. */
  let stream, waited, silence, due;
  const mark = (state) => { const live = $("#live"); if (live) live.className = state; };
  const lost = () => { waited ||= setTimeout(() => mark("off"), 2500); }; // counted from the first failure, not the last
  const within = (ms) => { clearTimeout(silence); silence = setTimeout(again, ms); };
  const heard = () => { due = 0; within(40000); };
  const again = () => { heard(); lost(); stream?.delayCanceller?.(); stream?.reader?.cancel(); };
  on("htmx:sse:after:connection", (e) => {
    stream = e.detail.connection;
    if (stream.status >= 400) return;
    waited = clearTimeout(waited);
    mark("on");
    heard();
  });
  on("htmx:sse:before:message", heard);
  /* An entry stands that the stream has not told yet; those that follow do not put it off. */
  on("awaited", () => { if (!due) within(4000); due = 1; });
  on("htmx:sse:before:connection htmx:sse:error htmx:sse:close", lost);
  addEventListener("online", again);
  /* What is known at once: the phone has no network, or an entry was not heard. */
  const gone = () => { again(); mark("off"); };
  addEventListener("offline", gone);
  on("unheard", gone);
  /* The server has ended it, since this phone may not look any more: the page says why. It is left for an answer alone: without
     a network, or with one that changes at this moment, the browser would show its own page and never ask again. */
  const ended = () => { fetch(location.href).then(() => location.reload(), () => setTimeout(ended, 1000)); };
  on("htmx:sse:close", (e) => { if (e.detail.reason === "message") ended(); });
  on("htmx:sse:error htmx:response:error", (e) => {
    const status = e.detail.status ?? e.detail.ctx?.response?.status;
    if (e.target.id === "live" && (status === 403 || status === 404)) ended();
  });
  on("toast", (e) => toast(e.detail.data));

  /* The refusal leaves the swapped region, so that another phone's entry does not close it. Focus goes in, and back to the key. */
  let key;
  const refuse = () => {
    const dialog = $("#table #refusal");
    if (!dialog?.showModal) return;
    document.body.append(dialog);
    dialog.open = false;
    dialog.showModal();
    $("h1", dialog).focus();
    dialog.onclose = () => {
      dialog.remove();
      const again = key && $$("#entry [name=event]").find((button) => button.value === key);
      again?.focus({preventScroll: true});
    };
    dialog.onclick = (e) => {
      const {top, bottom} = dialog.getBoundingClientRect(), outside = e.target === dialog && (e.clientY < top || e.clientY > bottom);
      const shut = e.target.closest("[data-shut]");
      if (outside || shut) { e.preventDefault(); dialog.close(); $(shut?.dataset.shut || "none")?.showPopover(); }
    };
  };

  /* The suit: the server's choice wins when the trick or the led suit is new, otherwise the person's stays. */
  let fresh = $(".tabs")?.dataset.fresh;
  const suits = () => {
    const tabs = $(".tabs");
    if (tabs && tabs.dataset.fresh !== fresh) $$("input", tabs).forEach((radio) => radio.checked = radio.defaultChecked);
    fresh = tabs?.dataset.fresh;
  };

  /* A second tap of a double tap is not a second entry, even in another seat's turn. Cards fall every 250 ms where all are in
     a hurry, and the next one may be the other copy of the same card, or of the same rank: a double tap is faster. */
  const DOUBLE = 240;
  let tapped = 0, last, place;
  on("picked", () => last = place = undefined);
  /* Nobody has read within this time what a call has put beneath the finger: the next player's keys, or the cards. */
  const blind = (e, card) => e.detail && place && !(card && place.card) && Math.hypot(e.clientX - place.x, e.clientY - place.y) < 24;
  on("click", (e) => {
    const button = e.target.closest("button");
    if (button?.name) {
      const card = button.value.includes('"card"'), said = card ? button.value.replace(/"seat":\d+/, "") : button.value;
      const since = e.timeStamp - tapped, again = since < (card ? DOUBLE : 400) && said === last;
      if (again || since < 400 && blind(e, card)) {
        e.preventDefault();
        e.stopPropagation();
        if (again && card && copies > 1) toast($("#unsent").dataset.once);
        return;
      }
      tapped = e.timeStamp; last = said; place = {x: e.clientX, y: e.clientY, card};
      if (button.matches(".cell")) key = button.value;
      button.closest("dialog")?.close();
    }
    if (button?.dataset.step) {
      const input = $("input", button.parentNode), value = +input.value + +button.dataset.step;
      input.value = Math.min(input.max, Math.max(input.min, value));
      input.dispatchEvent(new Event("input", {bubbles: true}));
    }
  }, true);

  on("submit", () => $$("[popover]").forEach((sheet) => sheet.matches(":popover-open") && sheet.hidePopover()));

  let swaps = 0;
  /* What was asked of a part of the table before the table was swapped is no answer to what stands there since. */
  const inner = ({detail: {ctx}}) => ctx.sourceElement.matches("#table [hx-get]");
  on("htmx:config:request", (e) => e.detail.ctx.swaps = swaps);
  on("htmx:after:request", (e) => {
    if (inner(e) && e.detail.ctx.swaps < swaps) e.preventDefault();
  });
  /* Swaps. A live message keeps the note that the table moved on, as long as it is about this very state. */
  on("htmx:before:swap", (e) => {
    if (!inner(e)) swaps++;
    const fragment = e.detail.tasks?.[0]?.fragment, note = $("#moved"), next = fragment && $("#moved", fragment);
    if (e.target.id === "live" && note?.firstElementChild && next?.dataset.seq === note.dataset.seq) next.replaceWith(note.cloneNode(true));
    if (e.target.id !== "live") $("body > #refusal")?.remove();
  });
  const failed = (e) => {
    if (e.detail.ctx?.response?.status < 500 || e.detail.ctx?.kept) return; // kept: by unsent.js, which shows it
    if (e.target.id === "live") return lost();
    last = undefined;
    toast(document.body.dataset.unsent);
  };
  on("htmx:error htmx:response:error", failed);
  const settle = () => { suits(); refuse(); };
  on("htmx:after:swap", settle);
  on("optimistic", suits);
  settle();

  on("keydown", (e) => {
    // It would press the first key of the form, which is Undo.
    if (e.key === "Enter" && e.target.matches("#entry :is([type=radio],[type=checkbox])")) e.preventDefault();
  });

  /* A switch of this phone stays as it was left (data-keep). */
  const restore = () => $$("[data-keep]").forEach((box) => box.checked = localStorage[box.id] === "on");
  const left = (box) => localStorage[box.id] = box.checked ? "on" : "off";
  $$("[data-keep]:checked").forEach(left); // tapped before this script was there
  on("change", (e) => { if (e.target.matches("[data-keep]")) left(e.target); });
  on("htmx:after:swap optimistic", restore);
  restore();

  /* What is tapped together (data-anew) stays while others enter, and begins anew once this phone's entry was taken, or the
     seat that was chosen for it is settled. A swap that marks another seat does not choose it. The melds named for the taps
     (#picker) are asked for again, since each swap brings the list as it was before any tap. */
  let melder, touched;
  const begin = () => $$("[data-anew] input").forEach((input) => { input.checked = input.defaultChecked; input.value = input.defaultValue; });
  on("change", (e) => { touched ||= e.target.matches("[data-anew] input"); });
  on("taken", () => touched || begin()); // touched: meant for the next entry already
  on("htmx:before:swap", () => { melder = $("#picker [name=seat]:checked")?.value; touched = false; });
  const anew = (e) => {
    const picker = $("#picker"), same = picker && melder && $(`[name=seat][value="${melder}"]`, picker);
    if (same) same.checked = true;
    if (picker && melder && !same) begin();
    const tapped = picker && $$("input", picker).some((input) => input.checked !== input.defaultChecked);
    if (tapped && !e.target.closest("#picker,#melds")) picker.dispatchEvent(new Event("change"));
  };
  on("htmx:after:swap", anew);
};
