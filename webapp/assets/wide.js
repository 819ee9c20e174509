/* What a table looks like on a large screen is fetched there alone; without the script the page names it itself. */
import {$} from "./dom.js";

export const wide = () => {
  const screen = matchMedia("(min-width:700px) and (min-height:640px)"), link = Object.assign(document.createElement("link"), {rel: "stylesheet", href: $("#live").dataset.wide});
  const dress = () => { if (screen.matches) document.head.append(link); };
  screen.addEventListener("change", dress, {once: true});
  dress();
};
