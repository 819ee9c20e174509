"""Finding rules by what they say: by number, title and text, whatever the case and the accents.

>>> asked("Gen 4  TRÜMPFE")
(('gen-4',), ('trumpfe',))
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

from markupsafe import Markup, escape

from webapp.games.common.rulebook import prefixes
from webapp.games.common.rulebook.table_rules import RuleInFull
from webapp.http.limits import FOLDED_RULES_KEPT, LONGEST_SEARCH

ALIKE = str.maketrans({"’": "'", "‘": "'", "−": "-", "–": "-", "‑": "-"})
SPELT_OUT = (("ae", "a"), ("oe", "o"), ("ue", "u"))
"""How umlauts are written where the keys for them are missing."""

Asked = tuple[tuple[str, ...], ...]
"""The words that were asked for, each in the spellings that find it."""


def asked(query: str) -> Asked:
    """Returns the words of a query; those of a rule's number are one: *gen 4* is *GEN-4*."""
    folded = _number(prefixes()).sub(r"\1-\2", _folded(query[:LONGEST_SEARCH])[0])
    return tuple(dict.fromkeys(_spellings(word) for word in folded.split()))


def holds(rule: RuleInFull, words: Asked) -> bool:
    """Tells whether a rule holds each of the words in its number, its title or its text."""
    number, *said = (_folded(part)[0] for part in (rule.number, rule.title, rule.text, rule.chosen or ""))
    return all(any(_in_number(s, number) or any(s in part for part in said) for s in word) for word in words)


def marked(text: str, words: Asked) -> Markup:
    """Returns the text with what was asked for in <mark>."""
    done, parts = 0, []
    for start, end in _merged(sorted(_hits(text, words))):
        parts += [escape(text[done:start]), Markup("<mark>%s</mark>") % text[start:end]]
        done = end
    return Markup("").join((*parts, escape(text[done:])))


def number_marked(number: str, words: Asked) -> Markup:
    """Returns a rule's number, marked where a word asked for it or for its beginning."""
    folded = _folded(number)[0]
    hit = any(_in_number(spelling, folded) for word in words for spelling in word)
    return Markup("<mark>%s</mark>") % number if hit else escape(number)


@lru_cache(1)
def _number(prefixes: frozenset[str]) -> re.Pattern[str]:
    """What a rule's number looks like, as people write it."""
    known = "|".join(sorted(prefix.casefold() for prefix in prefixes))
    return re.compile(rf"\b({known})[\s-]*(v?\d+)\b")


def _in_number(word: str, number: str) -> bool:
    """*gen-1* asks for that rule and not for GEN-12; *gen* for all of them."""
    return word == number or (len(word) > 1 and word == number.partition("-")[0])


def _spellings(word: str) -> tuple[str, ...]:
    plain = word
    for spelt, vowel in SPELT_OUT:
        plain = plain.replace(spelt, vowel)
    return (word,) if plain == word else (word, plain)


@lru_cache(FOLDED_RULES_KEPT)
def _folded(text: str) -> tuple[str, tuple[int, ...]]:
    """Returns the text without case and accents, and for each letter of it the place it comes from."""
    letters = [
        (letter, place)
        for place, sign in enumerate(text.translate(ALIKE))
        for plain in unicodedata.normalize("NFKD", sign)
        if not unicodedata.combining(plain)
        for letter in plain.casefold()
    ]
    return "".join(letter for letter, _place in letters), tuple(place for _letter, place in letters)


def _hits(text: str, words: Asked) -> Iterator[tuple[int, int]]:
    folded, places = _folded(text)
    for spelling in {spelling for word in words for spelling in word}:
        at = folded.find(spelling)
        while at >= 0:
            yield places[at], places[at + len(spelling) - 1] + 1
            at = folded.find(spelling, at + 1)


def _merged(hits: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Returns stretches that overlap or touch as one."""
    merged: list[tuple[int, int]] = []
    for start, end in hits:
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
