"""What can be the matter at a table: in words for every game, with rules that its rule book has."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask

from rules_core.cards import by_suit, pack
from rules_core.counts import Counts
from rules_core.evidence import Duty
from rules_core.game import NoOptions
from rules_core.games import GAMES
from rules_core.trick_game import TrickGame
from rules_core.trick_rules import Rules, TrickMatch, follow_suit
from rules_core.tricks import Played, TrickHand
from webapp.games.common import rulebook
from webapp.games.common.call_reasons import (
    REASONS,
    reason_of,
    reason_said,
    reasons,
    rules_behind,
)
from webapp.games.registry import look_of, looks
from webapp.words.cases import CallReason

PACK = pack()


def own_reasons() -> Iterator[tuple[str, str]]:
    yield from ((game, code) for game, look in looks().items() for code in look.call_reasons)


def test_every_reason_is_said_in_both_languages(app: Flask) -> None:
    said = {}
    for language in ("en", "de"):
        with app.test_request_context(headers={"Accept-Language": language}):
            said[language] = [reason_said(game, code) for game, code in own_reasons()]
            said[language] += [reason_said(next(iter(looks())), code) for code in REASONS]
    assert all(said["en"])
    assert not set(said["en"]) & set(said["de"]) - {"20 or 40"}


def test_every_rule_behind_a_reason_stands_in_the_book() -> None:
    for game, code in own_reasons():
        assert all(rulebook.in_full(rule).title for rule in rules_behind(game, code)), (game, code)


def test_who_plays_no_cards_cannot_revoke(app: Flask) -> None:
    with app.test_request_context():
        for game, rules in GAMES.items():
            listed = list(reasons(game, rules.options()))
            assert ("revoke" in listed) == ("turn" in listed) == ("play" in rules.events)
            assert listed[-4:] == ["score", "exposed", "slow", "other"]
            assert "wrong-card" in listed


def test_a_reason_may_hang_on_an_option(app: Flask) -> None:
    hanging = [(game, code, one.option) for game, look in looks().items() for code, one in look.call_reasons.items()]
    with app.test_request_context():
        for game, code, option in hanging:
            usual = GAMES[game].options()
            assert (code in reasons(game, usual)) == (option is None or bool(getattr(usual, option)))


def test_a_refusal_by_the_games_own_code_has_its_reason() -> None:
    for game, rules in GAMES.items():
        for code in rules.codes:
            assert reason_of(game, code) in {*REASONS, *look_of(game).call_reasons}, (game, code)
        assert reason_of(game, "game-over") is None


class Highest(TrickGame[NoOptions]):
    """A plain trick game: suit is followed, the highest card of the suit led takes the trick."""

    name = "highest"
    prefix = "HI"
    players = (3,)
    pack = PACK
    options = NoOptions
    rules = Rules(pack="HI-1", deal="HI-2", lead="HI-3", turn="HI-4", take="HI-5", score="HI-6", end="HI-7")

    def owed(self, hand: TrickHand, options: NoOptions, /) -> tuple[Duty, ...]:
        return follow_suit(by_suit(PACK), "HI-8")[hand.trick[0].card[1]] if hand.trick else ()

    def ahead(self, hand: TrickHand, options: NoOptions, /) -> Played:
        led = hand.trick[0].card[1]
        return max((p for p in hand.trick if p.card[1] == led), key=lambda p: PACK.index(p.card))

    def points(self, taken: Counts, options: NoOptions, /) -> tuple[int, ...]:
        return tuple(taken.tricks)

    def ended(self, state: TrickMatch[NoOptions], /) -> tuple[int, ...]:
        return ()


def test_a_plain_trick_game_names_the_rules_that_it_cites(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "highest", Highest())
    look = replace(next(iter(looks().values())), call_reasons={"score": CallReason(rules=("HI-6", "HI-7"))})
    monkeypatch.setattr("webapp.games.common.call_reasons.look_of", lambda game: look)
    assert rules_behind("highest", "revoke") == ("HI-8",)
    assert rules_behind("highest", "turn") == ("HI-4", "HI-3", "LOG-3")
    assert rules_behind("highest", "score") == ("HI-6", "HI-7")
    assert rules_behind("highest", "exposed") == ("GEN-6",)
    assert rules_behind("highest", "other") == ()


def test_a_reason_that_nobody_knows_any_more_is_shown_by_its_code(app: Flask) -> None:
    with app.test_request_context():
        assert reason_said("sixes-and-sevens", "lost-card") == "Lost card"
