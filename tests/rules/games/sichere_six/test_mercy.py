"""Sichere Six: The Chosen, Fate's Mercy, and what stays provable when a card came in that nobody saw."""

import pytest

from rules_core.findings import Observer
from rules_core.games.sichere_six import GAME
from tests.rules.games.sichere_six.tables import lay, play_on, rule, table
from tests.rules.tables import Table

# Seat 2 throws a diamond on clubs (place 2 of the log), then captures the first 9 and takes the Mercy (place 7).
LIE = "TC 6D 7C"
FIRST_NINE = "9D JD TD"
SPECTATOR = Observer()
BEN = Observer("seat", 1)
CAT = Observer("seat", 2)


def chosen(tricks: str = f"{LIE} {FIRST_NINE}") -> Table:
    """A round in which seat 2 has taken the Mercy."""
    opened = table()
    play_on(opened, tricks)
    assert (opened.phase, opened.to_act) == ("mercy", (2,))
    assert opened.enter("mercy", seat=2) is None
    return opened


def seen(opened: Table, viewer: Observer) -> list[int]:
    return [i.event for i in GAME.view(opened.state, viewer).infractions]


@pytest.mark.rule("SIC-14")
def test_the_first_to_capture_a_9_takes_the_mercy_before_the_next_lead() -> None:
    opened = table()
    lay(opened, 1, "9D JD TD")
    assert (opened.phase, opened.to_act, opened.state.hand.chosen) == ("mercy", (2,), 2)
    assert (opened.play(2, "JC"), rule(opened)) == ("wrong-phase", "SIC-14")
    assert (opened.enter("trick", winner=2), rule(opened)) == ("wrong-phase", "SIC-14")
    assert opened.enter("hand", seat=0, cards=[]) == "wrong-phase"
    assert opened.enter("mercy", seat=3) == "bad-seat"
    assert (opened.enter("mercy", seat=1), rule(opened)) == ("not-your-turn", "SIC-14")
    assert opened.enter("mercy", seat=2) is None
    assert (opened.phase, opened.to_act) == ("play", (2,))
    assert [GAME.cards_held(opened.state, seat) for seat in range(3)] == [7, 7, 7]


@pytest.mark.rule("SIC-14")
def test_there_is_one_mercy_only_and_none_before_a_9() -> None:
    opened = table()
    assert opened.enter("mercy", seat=1) == "wrong-phase"
    lay(opened, 1, "9D JD 9S")
    opened.enter("mercy", seat=2)
    lay(opened, 2, "9C TC JC")
    assert (opened.phase, opened.state.hand.chosen) == ("play", 2)
    assert opened.enter("mercy", seat=1) == "wrong-phase"


@pytest.mark.rule("SIC-14")
def test_by_tricks_the_first_nines_choose_as_well() -> None:
    opened = table()
    opened.enter("trick", winner=0)
    assert opened.phase == "play"
    opened.enter("trick", winner=1, nines=2)
    assert (opened.phase, opened.to_act) == ("mercy", (1,))


@pytest.mark.rule("SIC-14")
def test_what_the_chosen_declared_lapses_and_what_the_others_declared_stands() -> None:
    opened = table()
    opened.enter("hand", seat=2, cards=["JD", "6C", "7C", "TC", "6H", "7H", "TH", "JH"])
    opened.enter("hand", seat=1, cards=["9D", "6S", "7S", "8S", "TS", "JS", "7D", "8C"])
    lay(opened, 1, "9D JD TD")
    opened.enter("mercy", seat=2)
    assert opened.play(2, "8C") is None, "this may be the Mercy"
    assert opened.play(0, "JC") is None
    assert opened.play(1, "9C") == "not-in-hand"


@pytest.mark.rule("SIC-15")
def test_a_first_9_in_the_last_trick_the_mercy_goes_to_the_pile() -> None:
    opened = table()
    for winner in (0, 1, 1, 1, 2, 2, 2):
        opened.enter("trick", winner=winner)
    assert opened.enter("trick", winner=0, nines=2) == "bad-tally"
    assert opened.enter("trick", winner=0, nines=3) is None
    assert (opened.phase, opened.to_act) == ("mercy", (0,))
    assert opened.enter("mercy", seat=0) is None
    assert opened.phase == "deal"
    assert (opened.state.finished[0].nines, opened.state.finished[0].mirth) == ((4, 0, 0), True)


@pytest.mark.rule("SIC-15")
def test_by_cards_too_and_the_buried_mercy_proves_nothing() -> None:
    """Seat 2 denies spades; all nines fall in the last trick, but 9S, which lay aside as the Mercy."""
    opened = table()
    play_on(opened, "TS 6D 6S 7S 7D JS JH 6H TH 7H 8H 8C JC 6C 7C TC X 8S TD JD 8D")
    assert (opened.phase, opened.to_act) == ("play", (1,))
    play_on(opened, "9D 9H 9C")
    assert opened.phase == "mercy"
    opened.enter("mercy", seat=opened.to_act[0])
    done = opened.state.finished[0]
    assert (done.buried, max(done.nines), done.contradiction) == ("9S", 4, None)


WHOLE = "JC 7D 9C TH JH 6H TS JS 6S 7S 9H 9S 8D 6C 7H 8H X"
"""The six tricks after those of `chosen`, all but the last card: 8C or 8S, and the other one is buried."""


@pytest.mark.rule("SIC-15")
def test_the_card_never_played_is_the_buried_one() -> None:
    opened = chosen()
    play_on(opened, f"{WHOLE} 8S")
    done = opened.state.finished[0]
    assert (done.chosen, done.buried, done.nines, done.tricks) == (2, "8C", (2, 0, 2), (2, 2, 4))


@pytest.mark.rule("SIC-15", "SIC-14", "SIC-18")
def test_a_buried_9_counts_for_the_chosen_and_may_bring_mirth() -> None:
    opened = chosen()
    play_on(opened, "JC 7D 9C TH JH 6H TS JS 6S 7S 8H 9S 8C 8D 6C 7H X 8S")
    done = opened.state.finished[0]
    assert (done.buried, done.nines, done.mirth, done.points) == ("9H", (0, 0, 4), True, (-5, -4, 5))


# What is proven (record, section 5)


@pytest.mark.rule("SIC-6", "SIC-14")
def test_one_later_card_proves_nothing_about_the_chosen_and_the_second_does() -> None:
    opened = chosen()
    play_on(opened, "JC 6C 9C")
    assert opened.infractions == []
    lay(opened, 2, "8C")
    assert opened.infractions == [("must-follow-suit", 2, 2, 11)]


@pytest.mark.rule("SIC-6", "SIC-14")
def test_a_card_played_before_the_mercy_proves_at_once() -> None:
    opened = table()
    play_on(opened, f"{LIE} 6C JC 8C")
    assert opened.infractions == [("must-follow-suit", 2, 2, 5)]


@pytest.mark.rule("SIC-6", "SIC-14")
def test_one_later_card_proves_what_was_said_after_the_mercy() -> None:
    opened = chosen()
    play_on(opened, "6S JS TS JH 6H 7S")
    assert opened.infractions == []
    play_on(opened, "6C 9C 7H")
    assert opened.infractions == [("must-follow-suit", 2, 13, 16)]


@pytest.mark.rule("SIC-15")
def test_the_buried_card_is_the_second() -> None:
    opened = chosen()
    play_on(opened, f"{WHOLE} 8S")
    assert opened.infractions == [("must-follow-suit", 2, 2, opened.fold.seq - 1)]


@pytest.mark.rule("SIC-15")
def test_a_buried_card_that_agrees_proves_nothing() -> None:
    opened = chosen()
    play_on(opened, f"{WHOLE} 8C")
    assert (opened.phase, opened.infractions) == ("deal", [])
    assert opened.state.finished[0].contradiction is None, "JC may have been the Mercy"


@pytest.mark.rule("SIC-15")
def test_the_buried_card_says_nothing_of_what_was_asserted_after_it_lay() -> None:
    """The Chosen buries 8C and then truly has no club when clubs are led."""
    opened = table()
    play_on(opened, FIRST_NINE)
    opened.enter("mercy", seat=2)
    play_on(opened, "6S TS JS")
    lay(opened, opened.to_act[0], "TC")
    lay(opened, opened.to_act[0], "6D")
    assert opened.state.hand.earlier == ()
    assert [claim.seat for claim in opened.state.hand.claims] == [2]


@pytest.mark.rule("SIC-14")
def test_a_hand_declared_after_the_mercy_may_show_two_at_once_privately() -> None:
    opened = chosen()
    assert opened.enter("hand", seat=2, cards=["JC", "8C", "7H", "8H", "9H", "TH"]) is None
    assert opened.infractions == [("must-follow-suit", 2, 2, 8)]
    assert (seen(opened, CAT), seen(opened, BEN), seen(opened, SPECTATOR)) == ([2], [], [])
    assert seen(opened, Observer("referee")) == [2]
    play_on(opened, "JC 6C 9C")
    assert seen(opened, SPECTATOR) == [], "one card is all that the others know of"
    lay(opened, 2, "8C")
    assert seen(opened, SPECTATOR) == [2]
    assert opened.infractions == [("must-follow-suit", 2, 2, 8)]


@pytest.mark.rule("SIC-14")
def test_a_declared_hand_with_one_such_card_proves_nothing() -> None:
    opened = chosen()
    assert opened.enter("hand", seat=2, cards=["JC", "6S", "7H", "8H", "9H", "TH"]) is None
    assert opened.infractions == []
    play_on(opened, "JC 6C 9C")
    assert opened.infractions == [], "the same card twice is one card"
    assert opened.play(2, "8C") == "not-in-hand"


@pytest.mark.rule("SIC-14")
def test_one_played_and_one_declared_are_two() -> None:
    opened = chosen()
    play_on(opened, "JC 6C 9C")
    opened.enter("hand", seat=2, cards=["8C", "7H", "8H", "9H", "TH"])
    assert opened.infractions == [("must-follow-suit", 2, 2, 11)]


@pytest.mark.rule("SIC-6")
def test_a_hand_declared_before_the_mercy_proves_by_one_card() -> None:
    opened = table()
    play_on(opened, LIE)
    opened.enter("hand", seat=2, cards=["JC", "JD", "6S", "7H", "8H", "9H", "TH"])
    assert opened.infractions == [("must-follow-suit", 2, 2, 4)]
    play_on(opened, FIRST_NINE)
    opened.enter("mercy", seat=2)
    play_on(opened, "JC 6C 9C")
    assert seen(opened, SPECTATOR) == []
    lay(opened, 2, "8C")
    assert (seen(opened, SPECTATOR), len(opened.infractions)) == ([2], 1)


def test_a_step_down_leaves_nothing_to_prove() -> None:
    opened = chosen()
    lay(opened, 2, "JC 6C 9C")
    opened.enter("trick", winner=2)
    assert (opened.state.hand.earlier, opened.state.hand.claims) == ((), ())
    assert opened.play(2, "8C") == "wrong-phase"
    for winner, nines in ((0, 1), (0, 0), (1, 1), (1, 0)):
        assert opened.enter("trick", winner=winner, nines=nines) is None
    assert (opened.phase, opened.infractions) == ("deal", [])
    assert opened.state.finished[0].buried is None
