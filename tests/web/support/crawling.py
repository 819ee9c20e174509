"""What a person can ask of a page: its links, and its forms with all that may be chosen in them."""

import random
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlencode

TAG = re.compile(r"""<(/?[a-z][a-z0-9-]*+)((?:[^>"']++|"[^"]*+"|'[^']*+')*+)>""")
SCRIPT = re.compile(r"<script\b.*?</script>", re.DOTALL)
ASKING = {"a", "form", "/form", "button", "select", "option", "input", "textarea"}


@dataclass
class WebForm:
    """A form as the page shows it: its fields, those `typed` with their kind, and by name what may be chosen."""

    action: str
    is_get: bool
    fields: list[tuple[str, str]] = field(default_factory=list)
    choices: dict[str, list[str]] = field(default_factory=dict)
    boxes: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)
    typed: list[tuple[str, str]] = field(default_factory=list)

    def filled(self, chance: random.Random) -> tuple[str, bool, dict[str, list[str]]]:
        """Returns where the form is sent when somebody fills it in, whether by GET, and its fields."""
        found: dict[str, list[str]] = {}
        ticked = chance.sample(self.boxes, chance.randrange(min(4, len(self.boxes)) + 1))
        chosen = [(name, chance.choice(values)) for name, values in self.choices.items()]
        for name, value in (*self.fields, *chosen, *ticked):
            found.setdefault(name, []).append(value)
        action, is_get = self.action, self.is_get
        if self.buttons:
            name, value, there = chance.choice(self.buttons)
            action, is_get = (there, True) if there else (action, is_get)
            if name:
                found[name] = [value]
        return action, is_get, found


class Page(HTMLParser):
    """The links and forms of a page; controls outside of their form belong to the one whose id they name."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self._forms: dict[str, WebForm] = {}
        self._within, self._select = "", ""
        self._option: list[str] | None = None
        # Most tags of a page ask nothing, and the parser takes longer than the page.
        plain = SCRIPT.sub("", page)
        asks = (tag for tag in TAG.finditer(plain) if tag[1] in ASKING or "hx-get=" in tag[2])
        self.feed("".join(plain[tag.start() : _end(plain, tag)] for tag in asks))

    @property
    def forms(self) -> list[WebForm]:
        """The forms that lead anywhere."""
        return [form for form in self._forms.values() if form.action]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if asked := has.get("hx-get"):
            self.links.append(asked)
        if tag == "a" and "href" in has:
            self.links.append(has["href"])
        elif tag == "form":
            self._within = has.get("id") or f"form {len(self._forms)}"
            action = has.get("action") or has.get("hx-post", "")
            form = self._form(self._within)
            form.action, form.is_get = action, has.get("method", "get" if has.get("action") else "post") == "get"
        else:
            self._control(tag, has)

    def handle_data(self, data: str) -> None:
        if self._option is not None:
            self._option.append(data.strip())
            self._option = None

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._within = ""

    def _form(self, name: str) -> WebForm:
        return self._forms.setdefault(name, WebForm("", is_get=True))

    def _control(self, tag: str, has: dict[str, str]) -> None:
        form = self._form(has.get("form") or self._within)
        name, value = has.get("name", ""), has.get("value", "")
        if tag == "button" and has.get("type") != "button":
            form.buttons.append((name, value, has.get("formaction", "")))
        elif tag == "select":
            self._select = name
        elif tag == "option":
            values = form.choices.setdefault(self._select, [])
            if "value" in has:
                values.append(value)
            else:  # it is worth what it says
                self._option = values
        elif tag == "input" and has.get("type") == "radio":
            form.choices.setdefault(name, []).append(value)
        elif tag == "input" and has.get("type") == "checkbox":
            form.boxes.append((name, value or "on"))
        elif tag in ("input", "textarea") and name:
            form.fields.append((name, value))
            if has.get("type") not in ("hidden", "file"):
                form.typed.append((name, has.get("type", "text")))


def _end(page: str, tag: re.Match[str]) -> int:
    """Returns where a tag ends, with the words of an option."""
    return page.find("<", tag.end()) if tag[1] == "option" else tag.end()


def address(action: str, fields: dict[str, list[str]]) -> str:
    """Returns the address that a form asks for which is sent by GET."""
    return f"{action.partition('#')[0].partition('?')[0]}?{urlencode(fields, doseq=True)}"
