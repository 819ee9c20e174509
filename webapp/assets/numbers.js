/* Numbers that are entered together (data-numbers): a key of their pad fills the box that is marked and goes on to the next one.
   What must come to a sum (data-rest) says how much is left, and its last number is filled in from the others; what each counts is
   added up (data-sum, data-worth). Fetched once they are seen. */
import {$, $$, on} from "./dom.js";

const numbers = () => {
  document.documentElement.classList.add("numbers");
  const BOX = ".num-box input", boxes = (part) => $$(BOX, part);
  const sums = (part) => $$("[data-rest]", part);

  /* What stands there before this script does, by name. */
  const typed = (part) => boxes(part).filter((box) => box.value !== box.defaultValue).map((box) => box.name);
  /* What was entered by hand, by name; the box that the next key fills, and the one that the last key filled. */
  const known = new WeakMap();
  const of = (part) => {
    if (known.get(part)?.id !== part.id) known.set(part, {id: part.id, given: new Set(typed(part)), at: 0, last: 0});
    return known.get(part);
  };
  const summed = (line, part) => boxes(part).filter((box) => box.name.startsWith(line.dataset.names));
  const left = (line, part) => line.dataset.rest - summed(line, part).reduce((sum, box) => sum + +box.value, 0);

  const fill = (part) => {
    const {given} = of(part);
    for (const line of sums(part)) {
      const open = summed(line, part).filter((box) => !given.has(box.name));
      if (open.length !== 1) continue;
      const rest = left(line, part) + +open[0].value;
      open[0].value = rest >= +open[0].min && rest <= +open[0].max ? rest : open[0].defaultValue;
    }
  };
  const complete = (line, part) => left(line, part) === 0;
  const advance = (part) => {
    const now = of(part), all = boxes(part);
    const done = new Set(now.given);
    for (const line of sums(part)) if (complete(line, part)) for (const box of summed(line, part)) done.add(box.name);
    const next = all.findIndex((box) => !done.has(box.name));
    now.at = next < 0 ? now.last : next;
  };
  const put = (part, at, value) => {
    const now = of(part), box = boxes(part)[at];
    box.value = box.max ? Math.min(box.max, Math.max(box.min, value)) : value;
    now.given.add(box.name);
    now.last = at;
    fill(part);
  };
  const press = (part, key) => {
    const now = of(part), all = boxes(part);
    if (key.dataset.number) {
      const to = key.dataset.number;
      put(part, now.at, all[now.at].max === "0" ? -to : to); // what counts below zero needs no minus
      advance(part);
    } else {
      const box = all[now.last], more = +key.dataset.more * (+box.max ? 1 : -1);
      if (more % box.step === 0) put(part, now.last, +box.value + more);
    }
  };

  const words = (line, part) => {
    const rest = left(line, part), {restText, restNone, restOne, restOver} = line.dataset;
    const text = rest < 0 && restOver || [restNone, restOne][rest] || restText;
    return text.replace("{}", text === restOver ? -rest : rest);
  };
  const lacks = (form) => $$("fieldset.part", form).filter((part) => $(":invalid", part) || sums(part).some((line) => !complete(line, part)));
  const asked = new WeakSet(); // forms of which somebody wanted to enter what is not complete
  const draw = (form) => {
    for (const part of $$("[data-numbers]", form)) {
      const now = of(part), pad = $(".numpad", part);
      for (const line of sums(part)) line.textContent = words(line, part);
      boxes(part).forEach((box, at) => {
        if (pad && !("typed" in part.dataset)) box.inputMode = "none"; // its keys are here: no keyboard over them
        box.parentNode.classList.toggle("at", pad !== null && at === now.at);
        box.parentNode.classList.toggle("given", now.given.has(box.name));
      });
    }
    const open = lacks(form), note = $("[data-lacks]", form);
    $("button.main", form)?.setAttribute("aria-disabled", open.length > 0);
    if (!open.length) asked.delete(form);
    const text = asked.has(form) ? note.dataset.lacks.replace("{}", open.map((one) => $("legend", one).textContent).join(", ")) : "";
    if (note.textContent !== text) note.textContent = text; // a swap has emptied it
  };
  const sum = () => $$("[data-sum]").forEach((part) => {
    const points = $$("[data-worth]", part).reduce((all, one) => all + one.dataset.worth * $("input", one).value, 0);
    $("output", part).textContent = $("output", part).dataset.text.replace("{}", points);
  });
  on("input click", sum);
  const each = () => { $$("form:has([data-lacks])").forEach(draw); sum(); };

  on("input", (e) => {
    const part = e.target.closest("[data-numbers]");
    if (part && e.target.matches(BOX)) {
      if (e.target.max === "0" && e.target.value > 0) e.target.value *= -1; // its minus is implied
      of(part).given.add(e.target.name);
      fill(part);
    }
    if (e.target.form && $("[data-lacks]", e.target.form)) draw(e.target.form);
  });
  let fresh;
  on("pointerdown", (e) => fresh = e.target !== document.activeElement);
  on("click", (e) => {
    const part = e.target.closest("[data-numbers]"), key = e.target.closest("[data-number],[data-more]");
    if (e.target.matches(BOX) && fresh) e.target.select(); // typing begins anew
    if (part && e.target.matches(BOX)) of(part).at = boxes(part).indexOf(e.target);
    if (part && key) press(part, key);
    if (part) draw(part.form);
    const main = e.target.closest("button.main[aria-disabled=true]");
    if (!main) return;
    e.preventDefault();
    e.stopPropagation();
    asked.add(main.form);
    draw(main.form);
  }, true);
  on("htmx:after:swap optimistic", each);
  each();
};
numbers();
