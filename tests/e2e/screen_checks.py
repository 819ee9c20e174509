"""What every screen keeps: nothing for axe to find, nothing beside the screen, nothing too small for a thumb."""

from collections.abc import Iterable, Mapping
from itertools import cycle
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.e2e.contrast import devtools, faint
from tests.e2e.phone import Phone, resize

PHONES = ((390, 844), (360, 740))
WALL = ((1280, 800),)
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
View = tuple[tuple[int, int], Theme]
# A preload would read the stylesheet by a request that our policy forbids, and the console would say so.
# Speech control finds a key by what is seen on it: axe still calls that rule experimental.
NAMED = {"label-content-name-mismatch": {"enabled": True}}
OPTIONS: Mapping[str, Any] = {"resultTypes": ["violations"], "preload": False, "rules": NAMED}
# What another size or theme may change; roles, names and order are the same in every one.
SEEN = ["color-contrast", "link-in-text-block", "scrollable-region-focusable"]
BY_EYE: Mapping[str, Any] = {"resultTypes": ["violations"], "preload": False, "runOnly": SEEN}
# The dearest of all rules. Colours are by class, and each game's cloth has its own: a page on which all classes have
# been looked at has no colour that is new, and where contrast is measured as it is drawn axe has nothing to add.
WITHOUT_COLOURS: Mapping[str, Any] = {**OPTIONS, "rules": {**NAMED, "color-contrast": {"enabled": False}}}
BY_EYE_BUT_COLOURS: Mapping[str, Any] = {**BY_EYE, "runOnly": [rule for rule in SEEN if rule != "color-contrast"]}
BOXES: Mapping[str, Any] = {**OPTIONS, "runOnly": []}
# Of what shapes a page is made: each part with its parent, what it says of itself, and whether it has words; the order
# of its headings, and what is there twice. Where all were looked at, axe has nothing new to find.
SHAPES = """() => {
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
  return [...new Set([
    ...[...document.querySelectorAll("body *:not(svg *,template *,script,style)")].map(shape),
    [...document.querySelectorAll("h1,h2,h3,h4,h5,h6")].map((part) => part.tagName + part.checkVisibility()).join(),
    `${ids.filter((id, at) => ids.indexOf(id) < at)} ${document.documentElement.lang} ${!document.title}`,
  ])];
}"""
# All that must be known before a screen is looked at, asked for at once.
STATE = f"""() => ({{
  axe: "axe" in window,
  theme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
  shapes: ({SHAPES})(),
  classes: [...new Set([...document.querySelectorAll("[class]")].map((part) =>
    `${{document.body.dataset.cloth}} ${{part.tagName}} ${{part.getAttribute("class")}}`))],
}})"""
LOOKED_AT: set[str] = set()
SHAPES_LOOKED_AT: set[str] = set()
AXE = f"{Axe().axe_script};0"  # not the object itself, which the answer would describe
TOO_WIDE = """() => {
  const page = document.documentElement;
  return page.scrollWidth > page.clientWidth ? [`wider than the screen: ${page.scrollWidth}`] : [];
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
FAULTS = f"""async (options) => [({TOO_WIDE})(), [...({TOO_SMALL})(), ...({OTHERWISE_NAMED})()],
  options.runOnly?.length === 0 ? [] : (await axe.run(options)).violations]"""


def check_screen(
    phone: Phone, sizes: Iterable[tuple[int, int]] = PHONES, *, drawn: bool = False, rings: bool = False
) -> None:
    """Asserts it of the screen: light in the first size and dark in the second, a single size in both.

    `drawn`: contrast is measured as the browser draws it, and not by axe; `rings`: also around what has the focus.

    Colours are the same in every size and boxes in both themes, so that nothing is seen less, in half the time. The one
    that the screen has now comes first: to change it takes as long as to look at it.
    """
    page = phone.page
    # A page may be read before its last style has come.
    page.wait_for_load_state()
    assert not phone.complaints(), phone.complaints()
    phone.forget()
    state = page.evaluate(STATE)
    options = _looks(set(state["classes"]), set(state["shapes"]), drawn=drawn)
    if options != (BOXES, BOXES) and not state["axe"]:
        _run(page, AXE)
    now = (_size(page), state["theme"])
    views: list[View] = [*zip(cycle(sizes), THEMES, strict=False)]
    views.sort(key=lambda view: view != now)
    faults = []
    for view, looks in zip(views, options, strict=True):
        found = _faults(page, view, now, looks)
        if drawn:
            found += faint(page, view[1], rings=rings)
        faults += [f"{view}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)
    assert not phone.complaints(), phone.complaints()
    SHAPES_LOOKED_AT.update(state["shapes"])


def _looks(classes: set[str], shapes: set[str], *, drawn: bool) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Returns what axe looks for in the first view and in the second."""
    if shapes <= SHAPES_LOOKED_AT and (drawn or classes <= LOOKED_AT):
        return BOXES, BOXES
    if classes <= LOOKED_AT:
        return WITHOUT_COLOURS, BOXES
    if drawn:
        return WITHOUT_COLOURS, BY_EYE_BUT_COLOURS
    LOOKED_AT.update(classes)
    return OPTIONS, BY_EYE


def _run(page: Page, script: str) -> None:
    """Runs a large script: `page.evaluate` would have it parsed by the driver as well."""
    answer = devtools(page).send("Runtime.evaluate", {"expression": script})
    assert "exceptionDetails" not in answer, answer


def _size(page: Page) -> tuple[int, int]:
    size = page.viewport_size
    assert size
    return size["width"], size["height"]


def _faults(page: Page, view: View, now: View, options: Mapping[str, Any]) -> list[str]:
    if view != now:
        (width, height), theme = view
        resize(page, width, height)
        page.emulate_media(color_scheme=theme)
    wide, small, found = page.evaluate(FAULTS, options)
    return [*wide, *small, *(f"{fault['id']} {node['html'][:120]}" for fault in found for node in fault["nodes"])]
