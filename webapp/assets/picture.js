/* The picture of a result goes out by the phone's own sheet where it takes files; elsewhere the link saves it. */
import {on} from "./dom.js";

export const picture = () => on("click", async (e) => {
  const link = e.target.closest("[data-picture]");
  if (!link || !navigator.canShare) return;
  const name = link.download || "sixfold.png", probe = new File([""], name, {type: "image/png"});
  if (!navigator.canShare({files: [probe]})) return;
  e.preventDefault();
  if ("sent" in link.dataset) return; // a second tap, while the sheet is on its way
  link.dataset.sent = "";
  try {
    const picture = await (await fetch(link.href)).blob();
    await navigator.share({files: [new File([picture], name, {type: "image/png"})]});
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== "AbortError") location.href = link.href; // put away it is no error; else it is saved
  } finally {
    delete link.dataset.sent;
  }
});
