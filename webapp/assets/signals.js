/* Signals of this phone, where it has chosen them: at the own turn, as far as another phone's entry brought it, at a refusal, and
   when the referee is called. */
import {$, on} from "./dom.js";

export const SIGNALS = {
  turn: {pulses: [40], pitches: [660]},
  refusal: {pulses: [30, 60, 30], pitches: [220]},
  call: {pulses: [90, 60, 90], pitches: [880, 660]},
};

/* Returns what gives a signal: pulses of vibration, and the pitches of tones. */
export const signaller = () => {
  const {buzz, sound} = document.documentElement.dataset;
  let speaker;
  if (sound === "on") addEventListener("click", () => { speaker ||= new AudioContext(); speaker.resume(); }, true); // browsers ask for a tap

  const play = (pitch, start) => {
    const tone = speaker.createOscillator(), volume = speaker.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.001, start);
    volume.gain.exponentialRampToValueAtTime(0.12, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.2);
    tone.connect(volume).connect(speaker.destination);
    tone.start(start);
    tone.stop(start + 0.2);
  };
  return ({pulses, pitches}) => {
    if (buzz === "on" && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pulses);
    if (speaker) pitches.forEach((pitch, at) => play(pitch, speaker.currentTime + at / 5));
  };
};

export const signals = () => {
  if (!$("#live")) return;
  const give = signaller();
  const seen = () => ({
    refusal: $("#refusal"),
    call: $("#notes .call"),
    turn: $("#may[data-turn]"),
  });
  let before = seen(), own;
  on("taken", () => own = $("#moved").dataset.seq); // brought by an entry of this phone
  on("htmx:after:swap", () => {
    const now = seen(), fresh = Object.keys(now).find((name) => now[name] && !before[name]);
    if (fresh && !(fresh === "turn" && ($("#moved").dataset.seq === own || $("#unsent.sending")))) give(SIGNALS[fresh]);
    before = now;
  });
};
