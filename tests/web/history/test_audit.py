"""What can be said about a hand that is over, for each game and each level of entry."""

import re
from typing import Any

import pytest
from flask import Flask

from rules_core import replay
from rules_core.record import Header
from rules_core.replay import Fold
from tests.cases import each
from tests.web.games.sichere_six import tables as sichere_six
from tests.web.games.sichermans_war import tables as war
from tests.web.support.desk import NO_HEARTS
from tests.web.support.german_pages import speaks_german
from tests.web.support.phone import REVOKE, Phone
from tests.web.support.random_matches import TABLES, evening, folds
from tests.web.support.ruling import ruled_by_all
from tests.web.support.score_sheets import at_table, read
from tests.web.support.site import NAMES, Site
from webapp.history.scores.audit import audit_of, doubtful, line_of
from webapp.words.hand_kit import Audit

Raw = dict[str, Any]
DEAL: Raw = {"type": "deal", "dealer": 0}


def plays(*played: tuple[int, str], **more: Any) -> list[Raw]:
    return [{"type": "play", "seat": seat, "card": card, **more} for seat, card in played]


def tricks(count: int, **more: Any) -> list[Raw]:
    return [{"type": "trick", "winner": 0, **more}] * count


def fold_of(game: str, players: int, *events: Raw, **options: Any) -> Fold:
    done = replay.replay(Header(game, NAMES[:players], options), events)
    assert done.refusal is None, done.refusal
    return done.fold


def audit(fold: Fold, number: int = 1) -> Audit:
    found = audit_of(fold, number)
    assert found is not None
    return found


def said(app: Flask, fold: Fold, number: int = 1, language: str = "en") -> str:
    with app.test_request_context(headers={"Accept-Language": language}):
        line = line_of(fold, number, fold.header.players)
    assert line is not None
    return line


MERCY: Raw = {"type": "mercy", "seat": 0}
CONTRACT: Raw = {"type": "contract", "seat": 1, "amount": 100, "suit": "H"}
UP: Raw = {"type": "turn-up", "card": "9H"}
MELDS: list[Raw] = [{"type": "meld", "seat": seat, "points": -20 * (seat == 1)} for seat in range(4)]
SPOILS: Raw = {
    "type": "tally",
    "spoils": [{"low": 4, "ten": 1, "face": 5, "joker": 0}, {"low": 6, "ten": 2, "face": 2, "joker": 0}],
}
TOTALS = "Entered by totals: nothing can be said about play."
WINNERS = "entered by their winners: nothing can be said about the cards."
PARTLY = "Cards known up to trick 1: consistent so far. From there only winners were entered."
WAR_LINE = "5 skirmishes, everything consistent: one pack holds these cards."
BY_HAND: dict[str, tuple[str, int, list[Raw], str]] = {
    "odd, totals": ("sixes-and-sevens", 3, [DEAL, {"type": "tally", "tricks": [9, 4, 4]}], TOTALS),
    "odd, winners": ("sixes-and-sevens", 3, [DEAL, *tricks(17)], f"17 tricks, {WINNERS}"),
    "odd, partly": ("sixes-and-sevens", 3, [DEAL, *plays((1, "7C"), (2, "2C"), (0, "9C")), *tricks(16)], PARTLY),
    "sichere, totals": (
        "sichere-six",
        3,
        [DEAL, {"type": "tally", "tricks": [3, 4, 1], "nines": [1, 1, 2]}],
        TOTALS,
    ),
    "sichere, winners": (
        "sichere-six",
        3,
        [DEAL, *tricks(1, nines=1), MERCY, *tricks(3, nines=1), *tricks(4)],
        f"8 tricks, {WINNERS}",
    ),
    "sichere, partly": (
        "sichere-six",
        3,
        [DEAL, *plays((1, "TD"), (2, "JD"), (0, "6D")), *tricks(1, nines=1), MERCY, *tricks(3, nines=1), *tricks(3)],
        PARTLY,
    ),
    "sichere, cards": ("sichere-six", 3, list(map(dict, sichere_six.WHOLE)), "8 tricks, everything consistent."),
    "deep, totals": (
        "deep-six",
        4,
        [DEAL, CONTRACT, {"type": "tally", "taken": [150, 100], "meld": [0, -20]}],
        TOTALS,
    ),
    "deep, winners": (
        "deep-six",
        4,
        [DEAL, CONTRACT, *MELDS, *tricks(3, points=80), *tricks(11, points=0)],
        f"14 tricks, {WINNERS} Melds were entered by their points.",
    ),
    "sechsundsechzig, totals": ("sechsundsechzig", 2, [DEAL, UP, {"type": "tally", "points": [2, 0]}], TOTALS),
    "sechsundsechzig, winners": (
        "sechsundsechzig",
        2,
        [DEAL, UP, *tricks(7, augen=10), {"type": "claim", "seat": 0}],
        f"7 tricks, {WINNERS}",
    ),
    "sechsundsechzig, called": (
        "sechsundsechzig",
        2,
        [DEAL, UP, *plays((1, "AS"), (0, "7S")), {"type": "claim", "seat": 1}],
        "1 trick, consistent as far as cards were played.",
    ),
    "war, spoils": ("sichermans-war", 2, [SPOILS], "Entered as its spoils: nothing can be said about play."),
}


@each("name", BY_HAND)
def test_each_level_of_entry_says_what_it_can(app: Flask, site: Site, name: str) -> None:
    game, players, events, line = BY_HAND[name]
    fold = fold_of(game, players, *events)
    assert said(app, fold) == line
    assert audit(fold).is_clean
    host, table = at_table(site, game, players, *events)
    assert line.split(". Melds")[0] in read(host.get(f"/tables/{table.id}/scores/1").text)
    assert f'href="/tables/{table.id}/scores/1"' in host.get(f"/tables/{table.id}").text
    host.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    speaks_german(host.get(f"/tables/{table.id}/scores/1").text, "Was davon bekannt ist")


@each("game players", TABLES)
def test_an_honest_match_is_consistent_in_every_hand(app: Flask, game: str, players: int) -> None:
    for seed in range(2):
        *_before, fold = folds(evening(game, players, seed), 300)
        assert doubtful(fold) == frozenset()
        for number in range(1, len(fold.state.finished) + 1):
            found = audit(fold, number)
            assert (found.irregular, found.corrected) == (0, 0)
            if found.entered == "cards":
                assert found.known == found.tricks
                assert "consistent" in said(app, fold, number)


@each("game players", [table for table in TABLES if table[0] != "sichermans-war"])
def test_every_proven_breach_is_told_once_in_its_own_hand(app: Flask, game: str, players: int) -> None:
    *_before, fold = folds(evening(game, players, 1, cheats=True), 300)
    told = [found for n in range(1, len(fold.state.finished) + 1) for found in audit(fold, n).infractions]
    due = [
        i for i in fold.game.infractions(fold.state) if fold.state.hand is None or i not in fold.state.hand.infractions
    ]
    assert told == due
    assert told
    for number in doubtful(fold):
        line = said(app, fold, number)
        assert line.count("Proven: ") == len(audit(fold, number).infractions)
        assert "consistent" not in line


# Breaches, contradictions, corrections


@pytest.fixture
def broken() -> list[Raw]:
    """Cat plays a heart on clubs and a club four cards later; then only winners are entered."""
    return [DEAL, *plays(*REVOKE), *tricks(15)]


@pytest.mark.rule("GEN-1")
def test_what_is_proven_is_named_with_its_rule_and_its_case(app: Flask, site: Site, broken: list[Raw]) -> None:
    fold = fold_of("sixes-and-sevens", 3, *broken)
    start = "Cards known up to trick 2. From there only winners were entered."
    assert said(app, fold) == f"{start} Proven: Cat had a club in trick 1. (ODD-7)"
    host, table = at_table(site, "sixes-and-sevens", 3, *broken)
    url = f"/tables/{table.id}"
    page = host.get(f"{url}/scores/1").text
    assert f'<a href="{url}/revokes/2">Proven: Cat had a club in trick 1.</a>' in page
    assert f"/rules/sixes-and-sevens?table={table.id}" in page
    assert "1 breach is proven." in host.get(url).text
    assert "something is proven" in host.get(f"{url}/scores").text
    assert host.get(f"{url}/revokes/2").status_code == 200


def test_a_settled_breach_says_so(site: Site, broken: list[Raw]) -> None:
    host, table = at_table(site, "sixes-and-sevens", 3, *broken)
    ruled_by_all(site, table, event=2, text="Let it be.")
    page = read(host.get(f"/tables/{table.id}/scores/1").text)
    assert re.search(r"Proven: Cat had a club in trick 1\. Settled", page)
    board = read(host.get(f"/tables/{table.id}").text)
    assert "1 breach is settled." in board
    assert "is proven" not in board


def test_a_corrected_entry_counts_and_the_breach_goes(app: Flask, broken: list[Raw]) -> None:
    amend = {"type": "amend", "changes": [{"target": 2, "with": plays((2, "2C"))}]}
    fold = fold_of("sixes-and-sevens", 3, *broken, amend)
    start = "Cards known up to trick 2: consistent so far. From there only winners were entered."
    assert said(app, fold) == f"{start} 1 entry corrected."
    assert said(app, fold, language="de").endswith("1 Eingabe korrigiert.")


def test_what_really_happened_counts_where_it_broke_a_duty(app: Flask) -> None:
    declared = {"type": "hand", "seat": 2, "cards": [f"{rank}H" for rank in "23456789TJQKA"] + ["3C", "4C", "5C", "6C"]}
    broke = [DEAL, declared, *plays((1, "7C")), *plays((2, "2H"), irregular=True), *plays((0, "9C"), irregular=True)]
    fold = fold_of("sixes-and-sevens", 3, *broke, *tricks(16))
    line = said(app, fold)
    assert "Proven: Cat had a club in trick 1. (ODD-7)" in line
    assert line.endswith(" 1 irregular play.")


@pytest.mark.rule("GEN-4")
def test_a_contradiction_is_told_without_a_name(app: Flask) -> None:
    others = [rank + suit for suit in "SD" for rank in "23456789TJQK"]
    fold = fold_of("sixes-and-sevens", 3, DEAL, *plays(*NO_HEARTS))
    for card in others[:21]:
        after = replay.step(fold, {"type": "play", "seat": fold.game.to_act(fold.state)[0], "card": card})
        assert isinstance(after, Fold)
        fold = after
    for trick in tricks(17 - len(fold.state.hand.tricks)):
        after = replay.step(fold, trick)
        assert isinstance(after, Fold)
        fold = after
    assert doubtful(fold) == {1}
    line = said(app, fold)
    assert "In hearts a card was entered wrongly, or somebody revoked." in line
    assert not any(name in line for name in NAMES)


def test_a_deal_that_was_void_is_no_part_of_the_hand(app: Flask) -> None:
    scrapped = [DEAL, *plays(*REVOKE), {"type": "void-hand"}]
    fold = fold_of("sixes-and-sevens", 3, *scrapped, DEAL, *tricks(17))
    assert said(app, fold) == f"17 tricks, {WINNERS}"
    assert audit(fold).is_clean


def test_withdrawn_secrets_are_no_corrections(app: Flask) -> None:
    declared = {"type": "hand", "seat": 1, "cards": [f"{rank}D" for rank in "23456789TJQKA"] + ["2C", "3C", "4C", "5C"]}
    withdrawn = {"type": "amend", "changes": [{"target": 1, "with": []}]}
    fold = fold_of("sixes-and-sevens", 3, DEAL, declared, withdrawn, *tricks(17))
    assert audit(fold).corrected == 0


# When it is told


def test_nothing_is_said_while_the_hand_lasts(app: Flask, site: Site) -> None:
    events = [DEAL, *plays(*REVOKE)]
    fold = fold_of("sixes-and-sevens", 3, *events)
    assert audit_of(fold, 1) is None
    assert audit_of(fold, 0) is None
    with app.test_request_context():
        assert line_of(fold, 1, NAMES[:3]) is None
    host, table = at_table(site, "sixes-and-sevens", 3, *events)
    assert 'class="audit' not in host.get(f"/tables/{table.id}").text
    assert host.get(f"/tables/{table.id}/scores/1").status_code == 404


def test_the_table_shows_it_between_two_hands_to_everybody(site: Site) -> None:
    host, table = at_table(site, "sixes-and-sevens", 3, DEAL, {"type": "tally", "tricks": [9, 4, 4]})
    for phone in (host, site.watcher(table), site.seat(table, 1)):
        assert TOTALS in phone.get(f"/tables/{table.id}").text
    Phone(host, table).enter({"type": "deal", "dealer": 1})
    assert TOTALS not in host.get(f"/tables/{table.id}").text


def test_a_battle_is_told_of_until_the_next_cards_are_turned(site: Site) -> None:
    host, table = at_table(site, "sichermans-war", 2, *map(dict, war.BATTLE))
    phone = Phone(host, table)
    assert WAR_LINE in phone.page
    assert WAR_LINE in read(host.get(f"{phone.url}/scores/1").text)
    phone.enter({"type": "reveal", "cards": ["9", "8"]})
    assert WAR_LINE not in phone.page


def test_a_war_has_one_deal_so_that_all_its_skirmishes_so_far_are_looked_at(app: Flask) -> None:
    second = war.fought("QK", "QK", "46", "57", "89")
    fold = fold_of("sichermans-war", 2, *map(dict, war.BATTLE), *map(dict, second))
    assert said(app, fold, 1) == WAR_LINE
    assert said(app, fold, 2).startswith("10 skirmishes, everything consistent")
