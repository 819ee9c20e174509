/* Cards by a photo: a photo is sent as soon as it is taken, and stays on this phone as what the tags lie on. Without this file
   the forms are sent as they are, and the places alone show what was read. */
import {$, $$, on} from "../dom.js";

document.documentElement.classList.add("js");

/** @type {ImageBitmap | undefined} */
let photo;

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
    const x = Math.max(half, Math.min(shot.clientWidth - half, spare[0] + (tag.dataset.x - left) * scale));
    let y = Math.max(4, Math.min(shot.clientHeight - tall, spare[1] + (tag.dataset.y - top) * scale - 12));
    const lies = (other) => Math.abs(other.x - x) < other.half + half && Math.abs(other.y - y) < tall;
    while (y >= 4 + tall && laid.some(lies)) y -= tall;  // above the others where they would lie over each other
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

/* Sends a form and shows its answer in the place of this page; what leads to another page goes there. */
const send = async (form, sent, down = 0) => {
  const before = $("#photo");
  if (before.ariaBusy) return;
  before.ariaBusy = "true";
  $(".note.reading").hidden = form.id === "cards";
  try {
    const answer = await fetch(form.action, {method: "POST", body: sent});
    if (answer.redirected) return location.replace(answer.url);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const after = $("#photo", page);
    if (!after) throw new Error(String(answer.status));
    if ("draft" in before.dataset && !("draft" in after.dataset)) {  // no photo: what was read before stays
      before.ariaBusy = null;
      $(".note.reading").hidden = true;
      return say($(".note.bad", after).textContent);
    }
    before.replaceWith(document.adoptNode(after));
    document.title = page.title;
    draw();
    const first = $(".note.bad:not([hidden]), .refused, .turn h1", after);
    if (first && !down) { first.tabIndex = -1; first.focus({preventScroll: true}); }
    scrollTo(0, down);
  } catch {
    before.ariaBusy = null;
    $(".note.reading").hidden = true;
    say(before.dataset.unsent);
  }
};

on("change", async (e) => {
  const {form, files} = e.target, file = files?.[0];
  if (e.target.closest("[data-live]")) return send(form, new URLSearchParams(/** @type {any} */ (new FormData(form))), scrollY);
  if (!file) return;
  if (file.size > Number(form.dataset.most)) { form.reset(); return say(form.dataset.large); }
  say("");
  photo = await createImageBitmap(file).catch(() => undefined);
  await send(form, new FormData(form));
});

on("submit", (e) => {
  e.preventDefault();
  const {submitter} = e, sent = new FormData(e.target, submitter);
  send(e.target, e.target.id === "cards" ? new URLSearchParams(/** @type {any} */ (sent)) : sent);
});

addEventListener("resize", draw);
