"""Rules as they hold at one table: what it has agreed on, and its own numbers in the place of the usual ones."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from webapp.games.common.agreed import agreed
from webapp.games.common.option_words import OPTIONS
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.words.rulebook.rule import Rule, Source

BESIDE: Mapping[str, tuple[str, ...]] = {
    "ODD-2": ("ace_wild",),
    "DEEP-2": ("target",),
    "SU-15": ("call_at",),
    "WAR-5": ("jokers",),
    "WAR-11": ("jokers",),
}
"""Rules that an option touches beside those with which a new table asks for it."""


@dataclass(frozen=True)
class RuleInFull:
    """A rule as it is read out: in the phone's language, `chosen`: what this table has agreed on about it."""

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
    own = _OWN_NUMBERS.get(rule.number)
    if own is not None and _differs(rule.number, game, options):
        title, text = own(title, options)
    return RuleInFull(rule.number, rule.source, title, text, chosen(rule, game, options, players))


def chosen(rule: Rule, game: str, options: Any, players: int = 0) -> str | None:
    """Returns what this table has agreed on about a rule, None where there was nothing to agree on."""
    said = [agreed(game, option, options, players) for option in _options_of(rule.number, game)]
    return " ".join(dict.fromkeys(filter(None, said))) or None


def _options_of(number: str, game: str) -> list[str]:
    asked = [option for option, words in OPTIONS[game].items() if number in words.rules]
    return [*asked, *BESIDE.get(number, ())]


def _differs(number: str, game: str, options: Any) -> bool:
    """Tells whether anything that concerns the rule is not as usual."""
    usual = type(options)()
    beside = ("target_by",) if game == "deep-six" else ()
    return any(getattr(options, o) != getattr(usual, o) for o in (*_options_of(number, game), *beside))


# The table's own numbers


def _rounds(title: str, options: Any) -> tuple[str, str]:
    return (
        ngettext("%(num)s round", "%(num)s rounds", options.rounds),
        ngettext(
            "The deal passes to the left. A match is %(num)s round.",
            "The deal passes to the left. A match is %(num)s rounds.",
            options.rounds,
        ),
    )


def _threshold(title: str, options: Any) -> tuple[str, str]:
    return _("%(mark)s up or %(mark)s down", mark=options.threshold), _(
        "A score of %(mark)s or −%(mark)s ends the match early, and the highest score wins. Here scores are looked at "
        "when a round ends, and to pass the mark is enough. Equals play on, even if scores fall back meanwhile.",
        mark=options.threshold,
    )


def _goal(title: str, options: Any) -> tuple[str, str]:
    if options.target_by == "exceeding":
        text = _(
            "Four people play, partners across from each other. Points are bad: the side that has more than "
            "%(points)s loses.",
            points=options.target,
        )
    else:
        text = _(
            "Four people play, partners across from each other. Points are bad: the side that reaches %(points)s "
            "loses.",
            points=options.target,
        )
    return title, text


def _end(title: str, options: Any) -> tuple[str, str]:
    if options.target_by == "exceeding":
        text = _(
            "The text says both 500 or more and more than 500: here it takes more than %(points)s to end the match. "
            "The side with fewer points wins, and equal sides play another hand.",
            points=options.target,
        )
    else:
        text = _(
            "The text says both 500 or more and more than 500: here %(points)s is enough to end the match. The side "
            "with fewer points wins, and equal sides play another hand.",
            points=options.target,
        )
    return title, text


def _closing(title: str, options: Any) -> tuple[str, str]:
    return title, _("Whoever closes the talon promises to reach %(augen)s without another card.", augen=options.call_at)


def _calling(title: str, options: Any) -> tuple[str, str]:
    return _("Calling %(augen)s", augen=options.call_at), _(
        "With %(augen)s or more, after taking a trick or announcing, a player calls, and the hand is over. Having "
        "%(augen)s in silence is not enough.",
        augen=options.call_at,
    )


def _points_to_win(title: str, options: Any) -> tuple[str, str]:
    return (
        ngettext("%(num)s point", "%(num)s points", options.target),
        ngettext(
            "The text describes a single hand: here %(num)s point wins the match. The deal passes to the left.",
            "The text describes a single hand: here %(num)s points win the match. The deal passes to the left.",
            options.target,
        ),
    )


_OWN_NUMBERS: Mapping[str, Callable[[str, Any], tuple[str, str]]] = {
    "SIC-20": _rounds,
    "SIC-22": _threshold,
    "DEEP-2": _goal,
    "DEEP-22": _end,
    "SU-15": _closing,
    "SU-19": _calling,
    "SU-25": _points_to_win,
}
"""Title and text of rules with a number in them that a table may change."""
