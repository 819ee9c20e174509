"""Texts without a name: what people have typed, in entries of logs, in lines of desks and of evenings."""

import json
import re
import unicodedata
from collections.abc import Collection, Mapping
from typing import Any

from webapp.store.desk_kinds import DeskKind
from webapp.store.name_keys import name_key
from webapp.table.entry import stored
from webapp.table.rulings import Remedy

TEXTS = frozenset({"agreed", "by", "name", "names", "op", "reason", "team", "text", "title", "who", "why"})
"""Fields of entries and lines that hold what people have typed, or a list of such texts."""
ENTRIES, LINES = "entries", "lines"
"""Fields of a desk line that hold entries asked for, and lines that would go with them."""
CODED = {"rule": re.compile(r"[A-Z]*(-V?\d+)?"), "remedy": re.compile("|".join(Remedy))}
"""Fields of a ruling that hold codes, unless a program has sent anything else."""


class TextRemover:
    """Takes names out of texts, as whole words in any case, also with the s that says whose something is.

    Names of others that contain one of them stay whole.
    """

    def __init__(self, names: Mapping[str, str], others: Collection[str] = ()) -> None:
        """`names` are those to be taken out, each with what stands in its place."""
        self._instead = {name_key(name): instead for name, instead in names.items()}
        spelled = {spelling for name in names for spelling in (name, name.upper())}
        plain = _any_of(spelled)
        kept = {name for name in others if re.search(plain, name, re.IGNORECASE)}
        self._pattern = re.compile(
            rf"(?<!\w)(?:(?P<other>{_any_of(kept)})(?!\w)|(?P<name>{plain})(?=s?(?!\w)))", re.IGNORECASE
        )

    def text(self, said: str) -> str:
        """Returns a text without the names."""
        composed = unicodedata.normalize("NFC", said)
        left = self._pattern.sub(self._put, composed)
        return said if left == composed else left

    def event(self, body: str) -> str:
        """Returns an entry of a log, as it lies there, without the names."""
        raw = json.loads(body)
        left = self._event(raw)
        return body if left == raw else stored(left)

    def line(self, kind: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """Returns the body of a line of a desk or an evening without the names."""
        left = {field: self._field(field, said) for field, said in body.items()}
        if kind == DeskKind.DISPUTE:
            left["why"] = body["why"]  # a code
        if ENTRIES in body:
            left[ENTRIES] = [self._event(raw) for raw in body[ENTRIES]]
        if LINES in body:
            left[LINES] = [[beside, self.line(beside, said)] for beside, said in body[LINES]]
        return left

    def _event(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        left = {field: self._field(field, said) for field, said in raw.items()}
        for field, codes in CODED.items():
            if isinstance(said := raw.get(field), str) and not codes.fullmatch(said):
                left[field] = self.text(said)
        if raw.get("type") == "amend":
            left["changes"] = [{**one, "with": [self._event(put) for put in one["with"]]} for one in raw["changes"]]
        return left

    def _field(self, field: str, said: Any) -> Any:
        if field not in TEXTS:
            return said
        if isinstance(said, list):
            return [self.text(one) if isinstance(one, str) else one for one in said]
        return self.text(said) if isinstance(said, str) else said

    def _put(self, found: re.Match[str]) -> str:
        return self._instead.get(name_key(found["name"] or ""), found[0])


def _any_of(names: Collection[str]) -> str:
    """Returns the pattern of these names, the longest first; of none it is one that nothing fits."""
    return "|".join(map(re.escape, sorted(names, key=lambda name: (-len(name), name)))) or r"(?!)"
