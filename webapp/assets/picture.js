/* The picture of a result goes out by the phone's own sheet where it takes files; elsewhere, and where that fails, it is saved. */
import {on} from "./dom.js";

/* By a link of its own, so that the page stays: without a network the browser would show its own page in its place. */
const saved = ({href, download}) => Object.assign(document.createElement("a"), {href, download}).click();

export const picture = () => on("click", async (e) => {
  const link = e.target.closest("[data-picture]");
  if (!link || !navigator.canShare) return;
  const name = link.download || "sixfold.png", type = "image/png", probe = new File([""], name, {type});
  if (!navigator.canShare({files: [probe]})) return;
  e.preventDefault();
  if ("sent" in link.dataset) return; // a second tap, while the sheet is on its way
  link.dataset.sent = "";
  try {
    const answer = await fetch(link.href);
    if (!answer.ok) throw new TypeError(); // a page that says why there is none
    await navigator.share({files: [new File([await answer.blob()], name, {type})]});
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== "AbortError") saved(link); // put away it is no error
  } finally {
    delete link.dataset.sent;
  }
});
