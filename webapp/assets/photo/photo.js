/* Cards by a photo: a photo is sent as soon as it is taken, and stays on this phone as what the tags lie on. Without this file
   the forms are sent as they are, and the places alone show what was read. */
import {onceMore} from "../computed/once_more.js";
import {$, $$, on} from "../dom.js";

document.documentElement.classList.add("js");

/** @type {ImageBitmap | null} */
let photo = null;
/* How many photos were taken: a later one may be decoded sooner. */
let photos = 0;

/* How far from its card a tag may lie, the nearest first. */
const FARTHEST = 160, APART = 2;
const shifts = Array.from({length: 2 * FARTHEST / APART + 1}, (_, at) => APART * at - FARTHEST);
const spots = shifts.flatMap((across) => shifts.map((down) => [across, down]))
  .sort((one, other) => Math.hypot(2 * one[0], one[1]) - Math.hypot(2 * other[0], other[1]));

/* The part of the photo with the cards, and the tags where they lie. */
const draw = () => {
  const shot = $(".shot");
  if (!shot || !photo) return;
  shot.hidden = false;
  const [left, top, width, height] = shot.dataset.box.split(" ").map(Number);
  const canvas = $("canvas", shot), scale = Math.min(shot.clientWidth / width, shot.clientHeight / height), sharp = devicePixelRatio || 1;
  const spare = [(shot.clientWidth - width * scale) / 2, (shot.clientHeight - height * scale) / 2];
  canvas.width = shot.clientWidth * sharp;
  canvas.height = shot.clientHeight * sharp;
  const each = photo.width / shot.dataset.width;
  const paper = canvas.getContext("2d");
  paper.setTransform(scale * sharp / each, 0, 0, scale * sharp / each, (spare[0] - left * scale) * sharp, (spare[1] - top * scale) * sharp);
  paper.drawImage(photo, 0, 0);
  const laid = [];
  for (const tag of $$(".on-card", shot)) {
    const half = tag.offsetWidth / 2 + 4, tall = tag.offsetHeight + 4;
    const within = (at, least, most) => Math.max(least, Math.min(most, at));
    const right = shot.clientWidth - half, lowest = shot.clientHeight - tall;
    const ownX = within(spare[0] + (tag.dataset.x - left) * scale, half, right), ownY = within(spare[1] + (tag.dataset.y - top) * scale - 12, 4, lowest);
    const lies = (other, x, y) => Math.abs(other.x - x) < other.half + half && Math.abs(other.y - y) < tall;
    const isFree = (x, y) => x >= half && x <= right && y >= 4 && y <= lowest && !laid.some((other) => lies(other, x, y));
    // As near to its card as it lies over no other tag, above or below rather than to the side.
    const [across, down] = spots.find((far) => isFree(ownX + far[0], ownY + far[1])) ?? [0, 0];
    const x = ownX + across, y = ownY + down;
    laid.push({x, y, half});
    tag.style.left = `${x}px`;
    tag.style.top = `${y}px`;
  }
};

const say = (text) => {
  const note = $(".note.bad");
  note.textContent = text;
  note.hidden = !text;
};

/* What is on its way. */
let onItsWay = new AbortController();

const later = (seconds) => new Promise((done) => { setTimeout(done, 1000 * seconds); });

/* Sends a form and shows its answer in the place of this page; what leads to another page goes there. A new photo (`taken`)
   takes the place of what is on its way; a tap then counts for nothing. */
/** @type {(form: any, sent: any, more?: {down?: number, taken?: ImageBitmap | null}) => Promise<void>} */
const send = async (form, sent, {down = 0, taken = null} = {}) => {
  const before = $("#photo"), isPhoto = form.id !== "cards";
  if (before.ariaBusy && !isPhoto) return;
  onItsWay.abort();
  const mine = onItsWay = new AbortController();
  before.ariaBusy = "true";
  $(".note.reading").hidden = !isPhoto;
  try {
    const answer = await onceMore(() => fetch(form.action, {method: "POST", body: sent, signal: mine.signal}), later);
    if (answer.redirected) return location.replace(answer.url);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const after = $("#photo", page);
    if (!after) throw new Error(String(answer.status));
    if ("draft" in before.dataset && !("draft" in after.dataset)) {  // no photo: what was read before stays
      before.ariaBusy = null;
      $(".note.reading").hidden = true;
      return say($(".note.bad", after).textContent);
    }
    if (isPhoto && answer.ok) photo = taken;
    before.replaceWith(document.adoptNode(after));
    document.title = page.title;
    draw();
    const first = $(".note.bad:not([hidden]), .refused, .turn h1", after);
    if (first && !down) { first.tabIndex = -1; first.focus({preventScroll: true}); }
    scrollTo(0, down);
  } catch {
    if (mine.signal.aborted) return;
    before.ariaBusy = null;
    $(".note.reading").hidden = true;
    say(before.dataset.unsent);
  }
};

on("change", async (e) => {
  const {form, files} = e.target, file = files?.[0];
  if (e.target.closest("[data-live]")) return send(form, new URLSearchParams(/** @type {any} */ (new FormData(form))), {down: scrollY});
  if (!file) return;
  if (file.size > Number(form.dataset.most)) { form.reset(); return say(form.dataset.large); }
  say("");
  const mine = ++photos, sent = new FormData(form), taken = await createImageBitmap(file).catch(() => null);
  if (mine === photos) await send(form, sent, {taken});
});

on("submit", (e) => {
  e.preventDefault();
  const {submitter} = e, sent = new FormData(e.target, submitter);
  send(e.target, e.target.id === "cards" ? new URLSearchParams(/** @type {any} */ (sent)) : sent);
});

/* A card that is dragged from its seat, or its tag, to another seat: both change over, as by *Swap two cards*. */
/** @type {any} */
let drag = null;
const FAR = 10;
/** @type {(e: any) => any} */
const seatUnder = ({clientX, clientY}) => document.elementsFromPoint(clientX, clientY)
  .map((part) => /** @type {any} */ (part.closest("[data-seat]"))).find((part) => part && part.dataset.seat !== drag.part.dataset.seat);
const letGo = () => {
  $(".seat.over")?.classList.remove("over");
  drag?.part.classList.remove("dragged");
  if (drag) drag.part.style.transform = "";
};

on("pointerdown", (e) => {
  if (!e.isPrimary) return;
  const part = e.target.closest("[data-seat]");
  drag = part ? {part, x: e.clientX, y: e.clientY, far: false} : null;
});
on("pointermove", (e) => {
  if (!drag || !e.isPrimary) return;
  const right = e.clientX - drag.x, down = e.clientY - drag.y;
  drag.far ||= Math.hypot(right, down) > FAR;
  if (!drag.far) return;
  drag.part.classList.add("dragged");
  drag.part.style.transform = `translate(${right}px,${down}px)`;
  $(".seat.over")?.classList.remove("over");
  seatUnder(e)?.classList.add("over");
});
on("pointerup", (e) => {
  if (!e.isPrimary) return;
  const over = drag?.far && seatUnder(e), from = drag?.part.dataset.seat;
  letGo();
  if (!drag?.far) return drag = null;
  // What follows at once is no tap.
  setTimeout(() => { drag = null; });
  if (!over) return;
  const form = $("#cards"), sent = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  sent.set("first", from);
  sent.set("swap", over.dataset.seat);
  send(form, sent, {down: scrollY});
});
on("pointercancel", (e) => {
  if (!e.isPrimary) return;
  letGo();
  drag = null;
});
on("click", (e) => { if (drag?.far) e.preventDefault(); }, true);

addEventListener("resize", draw);

/* A photo that was chosen before this file was there; one that the browser puts back was sent already. */
const chosen = $$("input[type=file]").find((input) => input.files.length);
const {type} = /** @type {PerformanceNavigationTiming} */ (performance.getEntriesByType("navigation")[0]);
if (chosen && type === "navigate") chosen.dispatchEvent(new Event("change", {bubbles: true}));
