"""Contrast as the browser draws it: also over gradients, pictures and pseudo elements, where axe says nothing."""

import io
from base64 import b64decode
from collections.abc import Iterator, Mapping
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import CDPSession, Page

from tests.e2e.looked_at import LookedAt

Pixels = NDArray[np.float64]
Drawn = NDArray[np.uint8]
ROUNDED = 0.01
"""Colours are whole numbers on the screen: what a token has as 4.5 may be drawn as 4.495."""
ON_TOP = """() => [...document.querySelectorAll(":popover-open,dialog[open]")].findLast((sheet) => {
  const {x, width, bottom} = sheet.getBoundingClientRect();
  return sheet.contains(document.elementFromPoint(x + width / 2, Math.min(bottom, innerHeight) - 2));
}) || document.body"""
"""The sheet that lies over all, of several the one whose foot is seen, or the whole page: what it covers is dimmed."""
# What is to be seen, each kind once: its colour, its box, the least contrast, and how that is measured.
SEEN = r"""([known, rings]) => {
  for (const one of document.getAnimations()) if (isFinite(one.effect.getComputedTiming().endTime)) one.finish();
  const found = [], focused = [], old = new Set(known.split("\n")), cloth = document.body.dataset.cloth;
  const name = (part) => part.tagName.toLowerCase() + [...part.classList].map((one) => `.${one}`).join("");
  const line = (part) => [part.parentElement?.parentElement, part.parentElement, part].filter(Boolean);
  const path = (part) => line(part).map(name).join(">");
  const alpha = (part) => part ? getComputedStyle(part).opacity * alpha(part.parentElement) : 1;
  const pen = new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true});
  const rgba = (colour) => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    return [...pen.getImageData(0, 0, 1, 1).data];
  };
  const within = (box, edge) => box.left > edge.left - 1 && box.right < edge.right + 1
    && box.top > edge.top - 1 && box.bottom < edge.bottom + 1;
  const isWhole = (part, box) => {
    for (let over = part; over && over !== document.body; over = over.parentElement) {
      const style = getComputedStyle(over);
      if (style.clipPath === "inset(50%)") return false;
      if (style.overflow !== "visible" && !within(box, over.getBoundingClientRect())) return false;
    }
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return top && (part.contains(top) || top.contains(part));
  };
  const add = (part, kind, colour, box, least) => {
    const key = `${cloth} ${kind} ${path(part)} ${colour}`;
    if (colour === "none" || old.has(key) || box.width < 2 || box.height < 2 || !isWhole(part, box)) return;
    old.add(key);
    found.push({key, kind, colour: rgba(colour), alpha: alpha(part), least, said: part.outerHTML.slice(0, 100),
      box: [box.left, box.top, box.right, box.bottom]});
  };
  const least = (style) => {
    const size = parseFloat(style.fontSize);
    return size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
  };
  const shown = (part) => part.checkVisibility({visibilityProperty: true, opacityProperty: true});
  const parts = [...(ON_TOP)().querySelectorAll("*")].filter(shown);
  for (const part of parts) {
    const style = getComputedStyle(part), box = part.getBoundingClientRect();
    const key = part.closest("a,button,summary,label");
    const text = [...part.childNodes].find((node) => node.nodeType === 3 && /[\p{L}\p{N}]/u.test(node.data));
    if (text && !part.matches("option,script,style,title,textarea")) {
      const range = document.createRange();
      range.selectNodeContents(text);
      const words = range.getClientRects()[0];
      if (words) add(part, "text", part instanceof SVGElement ? style.fill : style.color, words, least(style));
    }
    for (const pseudo of ["::before", "::after"]) {
      const drawn = getComputedStyle(part, pseudo);
      if (/^"[^"]*[\p{L}\p{N}]/u.test(drawn.content)) add(part, pseudo, drawn.color, box, least(drawn));
    }
    if (part.matches("input:not(.vh,[type=hidden],[type=radio],[type=checkbox]),textarea,select")) {
      const kind = part.placeholder && !part.value ? "::placeholder" : "";
      add(part, `value${kind}`, getComputedStyle(part, kind || null).color,
        new DOMRect(box.x + 4, box.y + 4, box.width - 8, box.height - 8), least(style));
      const field = (part.closest(".step") || part).getBoundingClientRect();
      add(part, "edge", "", new DOMRect(field.x, field.y + field.height / 2 - 2, field.width, 4), 3);
    }
    if (part.matches("svg.i") && key && !key.innerText.trim()) add(part, "icon", style.color, box, 3);
    if (part.matches("svg polyline")) add(part, "line", style.stroke, box, 3);
  }
  for (const part of rings ? parts.filter((one) => one.matches("a[href],button,input,select,textarea,summary")) : []) {
    const looked = `${cloth} focus ${path(part)}`;
    if (old.has(looked)) continue;
    old.add(looked);
    focused.push(looked);
    part.focus({preventScroll: true});
    const label = part.closest("label,.cell");
    const near = [part, ...(label?.querySelectorAll("*") || []), label, part.parentElement];
    const ring = near.find((one) => one && getComputedStyle(one).outlineStyle !== "none");
    if (!part.matches(":focus-visible") || (part.matches(".vh") && !ring)) continue;
    const style = getComputedStyle(ring || part), {x, y, width, height} = (ring || part).getBoundingClientRect();
    const out = Math.max(0, parseFloat(style.outlineOffset)) + parseFloat(style.outlineWidth) + 1;
    add(ring || part, "ring", ring ? style.outlineColor : "transparent", new DOMRect(x, y - out - 1, width, 2), 3);
  }
  if (rings) document.activeElement?.blur();
  return [found, focused];
}""".replace("ON_TOP", ON_TOP)
# No text is drawn, and nothing moves: what lies behind it is all that is left.
BLANK = """(on) => {
  globalThis.blank ||= new CSSStyleSheet();
  const hidden = "color:transparent;-webkit-text-fill-color:transparent;text-shadow:none;transition:none";
  blank.replaceSync(on ? `*{caret-color:transparent!important}
    *,::before,::after,::placeholder{${hidden.replaceAll(/;|$/g, "!important;")}}
    svg text{fill:transparent!important}svg polyline{stroke:transparent!important}` : "");
  if (!document.adoptedStyleSheets.includes(blank)) document.adoptedStyleSheets.push(blank);
}"""
LONGEST = 4000
LOOKED_AT = {theme: LookedAt() for theme in ("light", "dark")}
DEVTOOLS: WeakKeyDictionary[Page, CDPSession] = WeakKeyDictionary()


def devtools(page: Page) -> CDPSession:
    """Returns the session in which Chromium itself is asked."""
    return DEVTOOLS.get(page) or DEVTOOLS.setdefault(page, page.context.new_cdp_session(page))


def faint(page: Page, theme: str, *, rings: bool) -> Iterator[str]:
    """What is too faint on a page, of the kinds that no page before it had; `rings`: also where the focus is on it.

    What lies under a sheet is dimmed.
    """
    size = page.viewport_size
    assert size
    height = min(LONGEST, max(size["height"], page.evaluate("document.documentElement.scrollHeight")))
    if height > size["height"]:
        page.set_viewport_size({"width": size["width"], "height": height})
    looked_at = LOOKED_AT[theme]
    # One long text: of a list each member would be packed by itself.
    seen, focused = page.evaluate(SEEN, ["\n".join(looked_at.known()), rings])
    looked_at.update([*focused, *(part["key"] for part in seen)])
    if seen:
        page.evaluate(BLANK, arg=True)
        # `page.screenshot` has it packed tightly, which takes most of its time.
        drawn = devtools(page).send("Page.captureScreenshot", {"optimizeForSpeed": True})["data"]
        ground = np.asarray(Image.open(io.BytesIO(b64decode(drawn))).convert("RGB"))
        page.evaluate(BLANK, arg=False)
        for part in seen:
            if (ratio := _ratio(part, ground)) < part["least"] - ROUNDED:
                yield f"faint: {ratio:.2f} of {part['least']} {part['key']} {part['said']}"
    if height > size["height"]:
        page.set_viewport_size(size)


def _ratio(part: Mapping[str, Any], ground: Drawn) -> float:
    """Returns the contrast of a part with what lies behind it; of the edge of a field with what is beside it."""
    left, top, right, bottom = (max(0, round(side)) for side in part["box"])
    if part["kind"] == "edge":
        strip = _luminance(LINEAR[ground[top:bottom, max(0, left - 3) : left + 5]])
        return max(float(_contrast(strip[:, 0], strip[:, at]).min()) for at in range(1, strip.shape[1]))
    behind = ground[top:bottom, left:right].reshape(-1, 3)
    if not behind.size:
        return 21
    *colour, opaque = part["colour"]
    over = opaque / 255 * part["alpha"]
    drawn = np.asarray(colour, float)
    if over < 1:
        drawn = over * drawn + (1 - over) * behind
    return float(np.percentile(_contrast(_luminance(_linear(drawn)), _luminance(LINEAR[behind])), 25))


def _contrast(one: Pixels, other: Pixels) -> Pixels:
    """Returns the contrast of what has these luminances."""
    contrast: Pixels = (np.maximum(one, other) + 0.05) / (np.minimum(one, other) + 0.05)
    return contrast


def _linear(colours: Pixels) -> Pixels:
    share = colours / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def _luminance(linear: Pixels) -> Pixels:
    luminance: Pixels = linear @ np.array((0.2126, 0.7152, 0.0722))
    return luminance


LINEAR = _linear(np.arange(256, dtype=float))
"""What each step of a colour comes to."""
