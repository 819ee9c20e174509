"""The forms of a page as a browser without scripts would send them."""

from html.parser import HTMLParser
from urllib.parse import urlsplit


class Form(HTMLParser):
    """What the form of this id holds: its action ("": the page itself), and the fields that it would send."""

    def __init__(self, page: str, form: str) -> None:
        super().__init__()
        self.action, self.fields = "", list[tuple[str, str]]()
        self._form, self._within, self._select, self._option = form, False, "", False
        self.found = False
        self.feed(page)
        assert self.found, f"no form {form}: {page}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "form" and has.get("id") == self._form:
            self.action, self._within, self.found = has.get("action", ""), True, True
        elif not self._within:
            return
        elif tag == "input":
            self._input(has)
        elif tag == "select":
            self._select = has["name"]
        elif tag == "option" and "selected" in has:
            self._option = "value" not in has
            if not self._option:
                self.fields.append((self._select, has["value"]))

    def handle_data(self, data: str) -> None:
        if self._option:
            self._option = False
            self.fields.append((self._select, data))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._within = False

    def _input(self, has: dict[str, str]) -> None:
        if has.get("type") not in ("radio", "checkbox") or "checked" in has:
            self.fields.append((has["name"], has.get("value", "")))

    def filled(self, **answers: str) -> dict[str, list[str]]:
        """Returns the fields with other answers in them, each as often as it would be sent."""
        fields: dict[str, list[str]] = {}
        for name, value in self.fields:
            fields.setdefault(name, []).append(value)
        return fields | {name: [value] for name, value in answers.items()}


def path_of(address: str) -> str:
    """Returns an address without the server."""
    parts = urlsplit(address)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path
