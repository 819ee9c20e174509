/* The script of every page but a table's, which has it once it is asked for, or a moment after it is there: rules as sheets, the
   picture of a result, what is sent, copied, printed, uploaded, kept without a network, the screen that stays on, signals, keys,
   one that is exchanged under the finger, what is read out, words that were not heard. */
import {$, $$, on} from "../dom.js";
import {heldKey} from "../held_key.js";
import {keyboard} from "../keyboard.js";
import {offline} from "../offline.js";
import {picture} from "../picture.js";
import {readOut} from "../read_out.js";
import {rollback} from "../rollback.js";
import {ruleSheet} from "../rule_sheet.js";
import {signals} from "../signals.js";
import {typedWords} from "../typed_words.js";
import {wakeLock} from "../wake_lock.js";

offline();
rollback();
signals();
keyboard();
heldKey();
readOut();
ruleSheet();
picture();
wakeLock();
typedWords();

/* Only where the browser can: share and copy. */
$$("[data-share]").forEach((button) => button.hidden = !navigator.share);
$$("[data-copy]").forEach((button) => button.hidden = !navigator.clipboard);
on("click", ({target}) => {
  const {share, copy} = target.closest("[data-share],[data-copy]")?.dataset || {};
  if (share) navigator.share({url: share}).catch(() => {});
  if (copy) navigator.clipboard.writeText(copy);
  if (target.closest("[data-print]")) print();
});

/* The film steps on with the arrows, where no field has them. */
on("keydown", (e) => {
  const rel = {ArrowLeft: "prev", ArrowRight: "next"}[e.key];
  if (rel && !e.target.matches("input,select,textarea") && !(e.ctrlKey || e.metaKey || e.altKey)) $(`a[rel=${rel}]`)?.click();
});

/* A file that is too large is told before it is sent. */
on("change", ({target}) => {
  if (!target.dataset?.most) return;
  target.setCustomValidity(target.files[0]?.size > Number(target.dataset.most) ? target.dataset.large : "");
  target.reportValidity();
});
