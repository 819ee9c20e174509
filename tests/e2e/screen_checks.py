"""What every screen keeps: nothing for axe to find, nothing beside the screen, nothing too small for a thumb."""

from collections.abc import Iterable, Mapping
from itertools import cycle
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.e2e.phone import Phone

PHONES = ((390, 844), (360, 740))
WALL = ((1280, 800),)
THEMES = ("light", "dark")
# A preload would read the stylesheet by a request that our policy forbids, and the console would say so.
OPTIONS: Mapping[str, Any] = {"resultTypes": ["violations"], "preload": False}
# What another size or theme may change; roles, names and order are the same in every one.
SEEN = ["color-contrast", "link-in-text-block", "scrollable-region-focusable"]
BY_EYE: Mapping[str, Any] = {**OPTIONS, "runOnly": SEEN}
# The dearest of all rules. Colours are by class, and each game's cloth has its own: a page on which all classes have
# been looked at has no colour that is new.
WITHOUT_COLOURS: Mapping[str, Any] = {**OPTIONS, "rules": {"color-contrast": {"enabled": False}}}
BOXES: Mapping[str, Any] = {**OPTIONS, "runOnly": []}
CLASSES = """() => [...new Set([...document.querySelectorAll("[class]")].map((part) =>
  `${document.body.dataset.cloth} ${part.tagName} ${part.getAttribute("class")}`))]"""
LOOKED_AT: set[str] = set()
AXE = Axe().axe_script
TOO_WIDE = """() => {
  const page = document.documentElement;
  return page.scrollWidth > page.clientWidth ? [`wider than the screen: ${page.scrollWidth}`] : [];
}"""
# A target is as large as its box, or as the frame that its ::after lays around it. A hidden radio is its label.
TOO_SMALL = """() => {
  const reach = (part) => {
    const box = part.getBoundingClientRect(), after = getComputedStyle(part, "::after");
    const more = after.content !== "none" && after.position === "absolute" ? after : {};
    const beside = (side) => Math.max(0, -parseFloat(more[side] || 0) || 0);
    return [box.width + beside("left") + beside("right"), box.height + beside("top") + beside("bottom")];
  };
  return [...document.querySelectorAll("button,a[href],summary,select,input:not([type=hidden]),label:has(.vh)")]
    .filter((part) => !part.matches(".vh") && part.checkVisibility({visibilityProperty: true}))
    .filter((part) => reach(part).some((side) => side < 43.9))
    .map((part) => `small: ${reach(part).map(Math.round)} ${part.outerHTML.slice(0, 90)}`);
}"""
FAULTS = f"""async (options) => [({TOO_WIDE})(), ({TOO_SMALL})(),
  options.runOnly?.length === 0 ? [] : (await axe.run(options)).violations]"""


def check_screen(phone: Phone, sizes: Iterable[tuple[int, int]] = PHONES) -> None:
    """Asserts it of the screen as it is now: light in the first size, dark in the second, a single size in both.

    Colours are the same in every size and boxes in both themes, so that nothing is seen less, in half the time.
    """
    # A page may be read before its last style has come.
    phone.page.wait_for_load_state()
    assert not phone.complaints(), phone.complaints()
    phone.forget()
    classes = set(phone.page.evaluate(CLASSES))
    looks = (WITHOUT_COLOURS, BOXES) if classes <= LOOKED_AT else (OPTIONS, BY_EYE)
    LOOKED_AT.update(classes)
    views = zip(cycle(sizes), THEMES, looks, strict=False)
    faults = [
        f"{size[0]} {theme}: {fault}"
        for size, theme, options in views
        for fault in _faults(phone.page, size, theme, options)
    ]
    assert not faults, "\n".join(faults)
    assert not phone.complaints(), phone.complaints()


def _faults(page: Page, size: tuple[int, int], theme: str, options: Mapping[str, Any]) -> list[str]:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    wide, small, found = page.evaluate(FAULTS, options)
    return [*wide, *small, *(f"{fault['id']} {node['html'][:120]}" for fault in found for node in fault["nodes"])]
