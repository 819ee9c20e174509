"""The own hand, entered privately: what its phone shows, and a breach that is owned up to."""

from tests.e2e.phone import Phone

HAND = ("4C", "6C", "QH", "2H", "3H", "9H", "KD", "2D", "3D", "5D", "2S", "3S", "4S", "5S", "6S", "QS", "AS")


def test_what_may_not_be_played_says_why_and_can_be_entered_all_the_same(host: Phone) -> None:
    table = host.set_table([{"type": "deal", "dealer": 2}])
    host.sit(table, 1)
    host.enter(table, [{"type": "hand", "seat": 1, "cards": list(HAND)}])
    host.go(table)
    host.play("7C")
    host.says("Ben plays")
    host.sees("Ben holds the four of clubs, so clubs must be followed.")
    host.expects(422)
    host.tap("QH")
    host.is_refused("Ben has to follow clubs", "ODD-7")
    host.button("It really happened").click()
    host.says("Cat plays")
    host.sees("Ben had a club in trick 1.")
