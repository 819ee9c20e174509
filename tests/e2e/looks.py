"""What every screen keeps: nothing for axe to find, nothing beside the screen, nothing too small for a thumb."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.e2e.phone import Phone

SIZES = ((390, 844), (360, 740))
THEMES = ("light", "dark")
# A preload would read the stylesheet by a request that our policy forbids, and the console would say so.
OPTIONS = {"resultTypes": ["violations"], "preload": False}
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


def looks_right(phone: Phone) -> None:
    """Asserts it of the screen as it is now, on both sizes of phone, light and dark."""
    assert not phone.complaints(), phone.complaints()
    phone.forget()
    views = [(size, theme) for size in SIZES for theme in THEMES]
    faults = [f"{size[0]} {theme}: {fault}" for size, theme in views for fault in _faults(phone.page, size, theme)]
    assert not faults, "\n".join(faults)
    assert not phone.complaints(), phone.complaints()


def _faults(page: Page, size: tuple[int, int], theme: str) -> list[str]:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    found = Axe().run(page, options=OPTIONS).response["violations"]
    violations = [f"{fault['id']} {node['html'][:120]}" for fault in found for node in fault["nodes"]]
    return [*page.evaluate(TOO_WIDE), *page.evaluate(TOO_SMALL), *violations]
