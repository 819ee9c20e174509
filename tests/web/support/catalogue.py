"""The German catalogue."""

import re

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from tests.paths import ROOT

CATALOGUE = ROOT / "webapp/translations/de/LC_MESSAGES/messages.po"


PART = re.compile(r"%\(\w+\)[sd]|\{\}")


def _read() -> Catalog:
    with CATALOGUE.open("rb") as file:
        return read_po(file, locale="de")


GERMAN = _read()


MESSAGES = [message for message in GERMAN if message.id]


def forms(text: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)
