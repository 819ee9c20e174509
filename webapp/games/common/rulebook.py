"""Rule books: links, search, and the rules as they hold at a table with its options."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flask import request, url_for
from markupsafe import Markup, escape
from msgspec import UNSET

from rules_core.events import Adjust, Event, Ruling
from rules_core.findings import Refusal
from webapp.games.registry import Found, found, look_of, looks
from webapp.http.answers import this_request
from webapp.http.language import gettext as _
from webapp.http.limits import FOLDED_RULES_KEPT, LONGEST_SEARCH, SENTENCES_KEPT
from webapp.words import rulebook
from webapp.words.rulebook import Rule, Source


def agreed(game: str, option: str, options: Any, players: int = 0) -> str | None:
    """Returns the agreed answer to an option in words; None where the option is not for this number of players."""
    words, value = look_of(game).options[option], getattr(options, option)
    if callable(words.agreed):
        return words.agreed(options)
    if value is UNSET:
        if not words.players or players != words.players:
            return None
        value = words.usual
    said = words.agreed.get(value)
    if said is not None:
        return str(said)
    title, _hint = words.answer(value)
    return _("At this table: %(question)s – %(answer)s.", question=words.title, answer=title)


@dataclass(frozen=True)
class RuleInFull:
    """A rule in the phone's language; `chosen`: this table's choice about it."""

    number: str
    source: Source
    title: str
    text: str
    chosen: str | None = None


def at_table(rule: Rule, game: str, options: Any, players: int = 0) -> RuleInFull:
    """Returns the rule as it holds with these options of this game; without options as the book says it."""
    title, text = str(rule.title), str(rule.text)
    if options is None:
        return RuleInFull(rule.number, rule.source, title, text)
    own = look_of(game).rules_at_table.get(rule.number) if game else None
    if own is not None and _differs(rule.number, game, options):
        title, text = own(title, options)
    return RuleInFull(rule.number, rule.source, title, text, chosen(rule, game, options, players))


def chosen(rule: Rule, game: str, options: Any, players: int = 0) -> str | None:
    """Returns this table's choice about a rule, None where there is none."""
    said = [agreed(game, option, options, players) for option in _options_of(rule.number, game)]
    return " ".join(dict.fromkeys(filter(None, said))) or None


def _options_of(number: str, game: str) -> list[str]:
    """The options that touch a rule: first those that a new table asks for with it."""
    words = look_of(game).options if game else {}
    asked = [option for option, said in words.items() if number in said.rules]
    return [*asked, *(option for option, said in words.items() if number in said.also)]


def _differs(number: str, game: str, options: Any) -> bool:
    usual = type(options)()
    return any(getattr(options, option) != getattr(usual, option) for option in _options_of(number, game))


EVERY_TABLE: Sequence[Rule] = (*rulebook.GEN_RULES, *rulebook.LOG_RULES)
"""GEN and LOG: the rules of every table, and of every entry."""


def chapters() -> Mapping[str, Sequence[Rule]]:
    return {game: look.rulebook for game, look in looks().items()}


def prefixes() -> frozenset[str]:
    return frozenset(number.partition("-")[0] for number in _places(found()))


@lru_cache(1)
def _places(games: Found) -> Mapping[str, tuple[str | None, Rule]]:
    every: list[tuple[str | None, Sequence[Rule]]] = [(None, EVERY_TABLE)]
    every += [(game, look.rulebook) for game, look in games.looks.items()]
    return {rule.number: (game, rule) for game, rules in every for rule in rules}


def example() -> str:
    """Returns the number of a rule, as an example."""
    numbers = [rule.number for look in looks().values() for rule in look.rulebook[:6]]
    return numbers[5] if len(numbers) > 5 else EVERY_TABLE[0].number


def game_of(number: str) -> str | None:
    """Returns the game in whose chapter the rule stands, None where it holds at every table. Raises KeyError."""
    return _places(found())[number][0]


def rules_of(game: str | None) -> list[str]:
    """Returns the numbers of all rules that a decision in this game may rest on, None: in any games."""
    return [rule.number for rule in (*(() if game is None else chapters()[game]), *EVERY_TABLE)]


def is_rule_of(game: str | None, number: str) -> bool:
    """Tells whether a rule is one of these."""
    place = _places(found()).get(number)
    return place is not None and place[0] in (None, game)


def house_refusal(game: str, event: Event) -> Refusal | None:
    """Returns the refusal of an event that the rules would take: it cites no rule, or its points are too many."""
    match event:
        case Ruling(rule=str() as rule) if not is_rule_of(game, rule):
            return Refusal("bad-value", "GEN-1", {"field": "rule"})
        case Adjust(points=points) if not any(points):
            return Refusal("bad-adjustment", "GEN-3")
        case Adjust(points=points) if max(map(abs, points)) > (most := look_of(game).most_adjusted):
            return Refusal("bad-adjustment", "GEN-3", {"most": most})
    return None


def in_full(number: str, options: Any = None, players: int = 0) -> RuleInFull:
    """Returns a rule to be read out; with the options of a table of its game as it holds there."""
    try:
        game, rule = _places(found())[number]
    except KeyError:
        return RuleInFull(number, "decided", number, _("The rule book does not have this rule."))
    return at_table(rule, game or "", options if game else None, players)


def rule_url(game: str, rule: str | None, table_id: int | None = None) -> str | None:
    """Returns the address of a rule in the book, as it holds at this table; None where the book has no such rule.

    What a log or a record gives as a rule may be any text: that is shown, and becomes no part of an address.

    The way back leads to the page that cites it. What answers an entry is no page: from there it leads to the table.
    What is sent by a stream stands on the page whose address is that of the stream up to there.
    """
    if rule is None or not is_rule_of(game, rule):
        return None
    page, stream, _ = request.path.partition("/stream")
    from_page = f"{request.script_root}{page if stream else request.full_path}".rstrip("?")
    back = from_page if request.method == "GET" else None
    return url_for("rules.show", game=game, table=table_id, back=back, _anchor=rule)


def rule_address(number: str) -> str | None:
    """Returns the address of a rule, which leads to its place in the book; None where no book has it."""
    return f"{request.script_root}/rules/{number}" if number in _places(found()) else None


def keyed(text: str) -> Markup:
    """Returns a sentence in which each number of a rule is a key to it, without the brackets around it."""
    return _keyed(str(escape(text)), this_request().script_root, found())


@lru_cache(SENTENCES_KEPT)
def _keyed(text: str, root: str, games: Found) -> Markup:
    known = _places(games)

    def key(found: re.Match[str]) -> str:
        number = found[1] or found[2]
        return f'<a class="rule" href="{root}/rules/{number}">{number}</a>' if number in known else found[0]

    return Markup(CITED.sub(key, text))  # noqa: S704  (the text is escaped)


CITED = re.compile(r"\(([A-Z]{2,}-V?\d+)\)|\b([A-Z]{2,}-V?\d+)\b")
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
    merged: list[tuple[int, int]] = []
    for start, end in hits:
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
