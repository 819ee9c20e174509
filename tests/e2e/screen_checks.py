"""What every screen keeps: nothing for axe to find, nothing beside the screen, nothing too small for a thumb."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import cycle
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.e2e.contrast import ON_TOP, devtools, faint
from tests.e2e.looked_at import LookedAt
from tests.e2e.phone import Phone, resize

PHONES = ((390, 844), (360, 740))
WALL = ((1280, 800),)
LETTERS = 16  # pixels, which browsers come with
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
View = tuple[tuple[int, int], Theme]
# A preload would read the stylesheet by a request that our policy forbids, and the console would say so.
# Speech control finds a key by what is seen on it: axe still calls that rule experimental.
NAMED = {"label-content-name-mismatch": {"enabled": True}}
PLAIN: Mapping[str, Any] = {"resultTypes": ["violations"], "preload": False}
# Contrast is measured as it is drawn: for the same time it sees what axe says nothing about, gradients and shadows.
IN_FIRST_VIEW: Mapping[str, Any] = {**PLAIN, "rules": {**NAMED, "color-contrast": {"enabled": False}}}
# What another size or theme may change; roles, names and order are the same in every one.
BY_EYE: Mapping[str, Any] = {**PLAIN, "runOnly": ["link-in-text-block", "scrollable-region-focusable"]}
# Of what shapes a page is made: each part with its parent, what it says of itself, and whether it has words; which
# heading follows which, and what is there twice, which are the page's. Of shapes known already axe says nothing new.
SHAPES = """(add) => {
  const matters = /^(role|type|tabindex|aria-(hidden|expanded|pressed|live|level|modal|checked))$/;
  const told = ({name, value}) => matters.test(name) || !value ? `${name}=${value}` : name;
  const name = (part) => `${part.tagName}.${part.getAttribute("class") || ""}`;
  const plain = (text) => text.toLowerCase().replace(/[^\\p{L}\\p{N}]+/gu, " ").trim();
  const isNamed = (part) => part.ariaLabel === null ? "" : plain(part.ariaLabel).includes(plain(part.innerText || ""));
  const isCut = (part) => part.scrollHeight > part.clientHeight + 1 && getComputedStyle(part).overflowY !== "visible";
  const shape = (part) => [name(part.parentElement), name(part), ...[...part.attributes].map(told).sort(),
    part.checkVisibility(), !!part.textContent.trim(), isNamed(part), isCut(part),
    !!part.closest("main,header,nav,footer,aside,dialog,form,[role]")].join(" ");
  const ids = [...document.querySelectorAll("[id]")].map((part) => part.id);
  for (const part of document.querySelectorAll("body *:not(svg *,template *,script,style)")) add(shape(part), part);
  const headings = [...document.querySelectorAll("h1,h2,h3,h4,h5,h6")].filter((part) => part.checkVisibility());
  headings.forEach((part, at) => add(`${headings[at - 1]?.tagName} ${part.tagName}`, document.documentElement));
  const twice = ids.filter((id, at) => ids.indexOf(id) < at);
  add(`${twice} ${document.documentElement.lang} ${!document.title}`, document.documentElement);
}"""
# All that must be known before a screen is looked at, asked for at once. Of each shape it keeps the parts; classes are
# those of what lies on top, whose colours are seen, and each game's cloth has its own.
STATE = f"""() => {{
  globalThis.partsOf = new Map();
  ({SHAPES})((shape, part) => {{
    partsOf.has(shape) ? partsOf.get(shape).push(part) : partsOf.set(shape, [part]);
  }});
  const cloth = document.body.dataset.cloth, over = ({ON_TOP})();
  const seen = [over, ...over.querySelectorAll("[class]")].filter((part) => part.checkVisibility());
  return {{
    axe: "axe" in window,
    theme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
    shapes: [...partsOf.keys()],
    classes: seen.map((part) => `${{cloth}} ${{part.tagName}} ${{part.getAttribute("class")}}`),
  }};
}}"""
LOOKED_AT = LookedAt()
SHAPES_LOOKED_AT = LookedAt()
AXE = f"{Axe().axe_script};0"  # not the object itself, which the answer would describe
TOO_WIDE = """() => {
  const page = document.documentElement;
  return page.scrollWidth > page.clientWidth ? [`wider than the screen: ${page.scrollWidth}`] : [];
}"""
# What stays at the foot of a page that scrolls leaves two thirds of the screen to what is read and filled in.
COVERED = """() => {
  const stays = (part) => /sticky|fixed/.test(getComputedStyle(part).position)
    && part.getBoundingClientRect().bottom <= innerHeight + 1;
  let part = document.elementFromPoint(innerWidth / 2, innerHeight * 2 / 3);
  while (part && !stays(part)) part = part.parentElement;
  return part && document.documentElement.scrollHeight > innerHeight ? [`covers a third: ${part.className}`] : [];
}"""
# What has the focus is not below what stays at the foot. Of a hidden radio its label is what is seen.
FOCUS_COVERED = """() => {
  const feet = [...document.querySelectorAll("body *")]
    .filter((part) => getComputedStyle(part).position === "sticky" && part.checkVisibility());
  if (!feet.length) return [];
  const isBelow = (part, foot) => part.top >= foot.top - 2 && part.bottom <= foot.bottom + 2;
  return [...document.querySelectorAll("a[href],button,input:not([type=hidden]),select,textarea,summary")]
    .filter((part) => part.checkVisibility({visibilityProperty: true}) && !feet.some((foot) => foot.contains(part)))
    .filter((part) => {
      part.focus();
      const box = (part.matches(".vh") && part.closest("label") || part).getBoundingClientRect();
      return feet.some((foot) => isBelow(box, foot.getBoundingClientRect()));
    })
    .map((part) => `has the focus below the foot: ${part.outerHTML.slice(0, 90)}`);
}"""
# Words of the parts that this selector names which go on in another line.
BROKEN_WORDS = """(of) => [...document.querySelectorAll(of)].flatMap((box) => {
  const found = [], texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode());) for (const word of text.data.matchAll(/\\p{L}+/gu)) {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) found.push(word[0]);
  }
  return found;
})"""
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
# The name of a box or radio holds what its label shows; of what has its text within itself axe says so.
OTHERWISE_NAMED = """() => {
  const plain = (text) => text.toLowerCase().replace(/[^\\p{L}\\p{N}]+/gu, " ").trim();
  return [...document.querySelectorAll("label:has(>input[aria-label])")].filter((label) => label.checkVisibility())
    .map((label) => [plain(label.innerText), plain(label.querySelector("input").ariaLabel)])
    .filter(([seen, named]) => !named.includes(seen) && !/^\\p{L}$/u.test(seen))
    .map(([seen, named]) => `seen: ${seen}, named: ${named}`);
}"""
FAULTS = f"""async ([options, shapes]) => {{
  const page = document.documentElement;
  const parts = shapes.flatMap((shape) => partsOf.get(shape)).filter((part) => part.isConnected);
  const include = parts.includes(page) ? [page] : parts;
  const found = include.length ? (await axe.run({{include}}, options)).violations : [];
  return [({TOO_WIDE})(), [...({TOO_SMALL})(), ...({OTHERWISE_NAMED})()], found];
}}"""
"""Returns what is wrong, by these options of axe at the parts of these shapes."""


@contextmanager
def large_letters(page: Page, size: int = 2 * LETTERS) -> Iterator[None]:
    """Has the browser's own letters of this size, as who needs them sets it, and asserts that the page follows."""
    session = devtools(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": size}})
    try:
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == f"{size}px"
        yield
    finally:
        session.send("Page.setFontSizes", {"fontSizes": {"standard": LETTERS}})


def check_screen(
    phone: Phone, sizes: Iterable[tuple[int, int]] = PHONES, *, drawn: bool = False, rings: bool = False
) -> None:
    """Asserts it of the screen: light in the first size and dark in the second, a single size in both.

    `drawn`: contrast is measured though every class has been seen; `rings`: also around what has the focus.

    Colours are the same in every size and boxes in both themes, so that nothing is seen less, in half the time; without
    a new class it is looked at as it is. The one that the screen has now comes first: to change it takes as long as to
    look at it.
    """
    page = phone.page
    # A page may be read before its last style has come.
    page.wait_for_load_state()
    assert not phone.complaints(), phone.complaints()
    phone.forget()
    state = page.evaluate(STATE)
    new_shapes, new_classes = {*state["shapes"]} - SHAPES_LOOKED_AT.known(), {*state["classes"]} - LOOKED_AT.known()
    drawn = drawn or bool(new_classes)
    if new_shapes and not state["axe"]:
        _run(page, AXE)
    now = (_size(page), state["theme"])
    sizes = tuple(sizes)
    views: list[View] = [*zip(cycle(sizes), THEMES, strict=False)]
    if not drawn:  # all its colours have been looked at in both themes
        views = [(size, state["theme"]) for size in sizes]
    views.sort(key=lambda view: view != now)
    faults = []
    for view, options in zip(views, (IN_FIRST_VIEW, BY_EYE), strict=False):
        _show(page, view, now)
        now = view
        wide, small, broken = page.evaluate(FAULTS, [options, [*new_shapes]])
        found = [*wide, *small, *(f"{fault['id']} {node['html'][:120]}" for fault in broken for node in fault["nodes"])]
        if drawn:
            found += faint(page, view[1], rings=rings)
        faults += [f"{view}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)
    assert not phone.complaints(), phone.complaints()
    SHAPES_LOOKED_AT.update(new_shapes)
    LOOKED_AT.update(new_classes)


def _run(page: Page, script: str) -> None:
    """Runs a large script: `page.evaluate` would have it parsed by the driver as well."""
    answer = devtools(page).send("Runtime.evaluate", {"expression": script})
    assert "exceptionDetails" not in answer, answer


def _size(page: Page) -> tuple[int, int]:
    size = page.viewport_size
    assert size
    return size["width"], size["height"]


def _show(page: Page, view: View, now: View) -> None:
    (width, height), theme = view
    if view[0] != now[0]:
        resize(page, width, height)
    if theme != now[1]:
        page.emulate_media(color_scheme=theme)
