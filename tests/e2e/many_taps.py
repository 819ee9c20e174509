"""Many entries by the keys of a page, as fast as it takes them, and what stood on it after each."""

from collections.abc import Iterable
from typing import Any

from tests.e2e.phone import PATIENCE, Event, Phone

DOUBLE_TAP = 410
"""Milliseconds after which a second tap on a key is no double tap."""
ENTER = """async ([events, double, patience]) => {
  const all = (selector) => [...document.querySelectorAll(selector)], shown = (part) => part.checkVisibility();
  let event, last, at = -double;
  const until = async (found) => {
    for (const from = performance.now(); performance.now() < from + patience;) {
      if (found()) return found();
      await new Promise((done) => setTimeout(done, 5));
    }
    throw new Error(`never came for ${JSON.stringify(event)}: ${found}`);
  };
  const waiting = () => {
    const place = Object.keys(localStorage).find((key) => key.startsWith("unsent "));
    return place ? JSON.parse(localStorage[place]).length : 0;
  };
  const tap = (part) => {
    const {x, y, width, height} = part.getBoundingClientRect(), clientX = x + width / 2, clientY = y + height / 2;
    const top = document.elementFromPoint(clientX, clientY);
    const reached = top && part.contains(top) && !part.closest("[inert],.gone");
    at = performance.now();
    if (!reached) throw new Error(`${JSON.stringify(event)}: ${part.outerHTML}`);
    part.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true, clientX, clientY}));
  };
  const same = (key) => {
    const value = JSON.parse(key.value), left = event.type === "play" ? ["marriage", "seat"] : [];
    return Object.entries(event).every(([name, told]) => left.includes(name) || `${value[name]}` === `${told}`);
  };
  const melders = () => all(`#melds:has([name=seat][value="${event.seat}"]) .main`);
  const keys = () => event.type === "meld" ? melders() : all("[name=event]").filter(same);
  const opener = () => keys().flatMap((key) => all(`[popovertarget="${key.closest("[popover]")?.id}"]`)).find(shown);
  const choose = (selector) => tap(all(selector).map((box) => box.closest("label")).find(shown));
  const entered = async () => {
    const before = waiting(), {card, type} = event, key = card || (type === "meld" && type);
    if (key && key === last) await until(() => performance.now() - at > double);
    last = key;
    if (type === "undo") {
      tap(document.querySelector("#unsent [data-back]"));
      return until(() => waiting() < before);
    }
    if (type === "play" && document.querySelector(".tabs")) choose(`.tabs .t-${card[1]}`);
    if (type === "meld") choose(`#picker [name=seat][value="${event.seat}"]`);
    if (event.marriage) choose("[data-says=marriage]");
    await until(() => keys().find(shown) || opener());
    if (!keys().find(shown)) tap(opener());
    tap(await until(() => keys().find(shown)));
    await until(() => waiting() > before);
  };
  const seats = "#table .seats>.seat:not(.pack)";
  const stands = () => {
    const twice = all(seats).find((seat) => seat.querySelectorAll("[data-lies]").length > 1);
    if (twice) throw new Error(`after ${JSON.stringify(event)} more than one is said of a card: ${twice.innerText}`);
    return {
      line: document.querySelector("#table .turn h1").innerText,
      cards: all(seats).map((seat) => seat.querySelector(":scope>.k")?.ariaLabel || null),
      tricks: all(`${seats} .m`).map((said) => parseInt(said.innerText)),
      ahead: all(seats).flatMap((seat, at) => seat.querySelector(":scope>.k.win") ? [at] : []),
      kinds: all("[data-even] i[class]").map((cell) => `${cell.className} ${cell.innerText}`),
    };
  };
  const found = [];
  for (event of events) {
    await entered();
    found.push(stands());
  }
  return found;
}"""
"""Each entry is tapped once the one before it waits to be sent. A covered, dimmed or missing key is an error,
and so is more than one word about a card that lies."""


def enter_all(phone: Phone, events: Iterable[Event]) -> list[dict[str, Any]]:
    """Taps a key for each of these entries; returns what the table said, lay and counted after each.

    Cards are by seat, as a screen reader says them.
    """
    found: list[dict[str, Any]] = phone.page.evaluate(ENTER, [list(events), DOUBLE_TAP, PATIENCE])
    return found
