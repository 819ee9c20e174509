/* A call that is new on the referee's desk is told by sound and vibration, as this phone has chosen; and what was
   unfolded stays so when the desk is drawn anew. */
import {$, $$, on} from "../dom.js";

export const eveningCalls = () => {
  const desk = $("#desk");
  if (!desk) return;
  const {buzz, sound} = document.documentElement.dataset;
  let speaker, open = false;
  if (sound === "on") addEventListener("click", () => { speaker ||= new AudioContext(); speaker.resume(); }, true); // browsers ask for a tap

  const ring = () => {
    if (buzz === "on" && navigator.userActivation?.hasBeenActive) navigator.vibrate?.([90, 60, 90]);
    if (!speaker) return;
    for (const [at, pitch] of [880, 660].entries()) {
      const tone = speaker.createOscillator(), volume = speaker.createGain(), start = speaker.currentTime + at / 5;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.001, start);
      volume.gain.exponentialRampToValueAtTime(0.12, start + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.001, start + 0.2);
      tone.connect(volume).connect(speaker.destination);
      tone.start(start);
      tone.stop(start + 0.2);
    }
  };
  // A call of another referee's zone rings when it goes to all.
  const isDue = (one) => !one.dataset.due || Date.parse(one.dataset.due) <= Date.now();
  const calls = () => new Set($$("#desk [data-call]").filter(isDue).map((one) => one.dataset.call));
  let known = calls();
  on("click", (event) => {
    const quiet = event.target.closest?.("#quiet>summary");
    if (quiet) open = !quiet.parentElement.open;
  });
  const look = () => {
    const now = calls();
    if ([...now].some((one) => !known.has(one))) ring();
    known = now;
  };
  setInterval(look, 5000);
  on("htmx:after:swap", () => {
    look();
    const quiet = $("#quiet");
    if (quiet) quiet.open = open;
  });
};
