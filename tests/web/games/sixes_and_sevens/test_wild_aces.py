"""What a table says of wild aces: a card that its player has yet to say something of is neither odd nor even."""

from typing import Any

from rules_core.games.sixes_and_sevens import GAME
from tests.web.support.html_forms import Form
from tests.web.support.phone import Phone
from tests.web.support.score_sheets import at_table, read
from tests.web.support.site import PLAYERS, Site

WILD = {"ace_wild": True}
EVENTS = [
    {"type": "deal", "dealer": 0},
    *({"type": "play", "seat": seat, "card": card} for seat, card in ((1, "6S"), (2, "AS"))),
]


def beam(page: str) -> str:
    """Returns what the beam of odd and even shows, its counts and its cells."""
    return read(page.partition('class="beam"')[2].partition(">")[2].partition("</div>")[0]).strip()


def test_while_an_ace_is_open_nobody_is_ahead_and_it_is_counted_for_neither(site: Site) -> None:
    host, table = at_table(site, "sixes-and-sevens", 3, *EVENTS, options=WILD)
    page = host.get(f"/tables/{table.id}").text
    assert "Follow spades if possible. Each ace counts as its player says once the trick is full." in read(page)
    assert beam(page) == "Odd 0 A? 6 1 Even"
    assert 'class="k S win"' not in page
    assert "ahead" not in read(page.partition('class="board')[2].partition('class="last"')[0])


def test_once_it_is_said_what_each_ace_is_the_trick_goes_by_that(site: Site) -> None:
    host, table = at_table(site, "sixes-and-sevens", 3, *EVENTS, options=WILD)
    phone = Phone(host, table)
    assert phone.enter({"type": "play", "seat": 0, "card": "5S"}) == 303
    assert beam(phone.page) == "Odd 1 5 A? 6 1 Even"
    assert phone.enter({"type": "ace", "seat": 2, "as": "odd"}) == 303
    assert beam(phone.page) == "Odd 2 A 5 6 1 Even"
    assert "Ben leads" in read(phone.page)


def test_a_hint_counts_the_open_aces_apart(site: Site) -> None:
    host = site.phone()
    form = Form(host.get("/tables/new/sixes-and-sevens?guided=yes").text, "new-table")
    sent: dict[str, Any] = {**form.filled(**{"option-ace_wild": "yes"}), "name": list(PLAYERS)}
    table = site.store.table(int(host.post("/tables", data=sent).location.rpartition("/")[2]))
    assert table is not None
    phone = Phone(host, table)
    assert [phone.enter(event) for event in EVENTS] == [303] * len(EVENTS)
    hint = read(phone.page.partition('class="explained')[2].partition(">")[2].partition("<button")[0]).strip()
    assert hint == "Odd: 0, even: 1, open aces: 1. Nobody is ahead yet; only spades can take it. ODD-V1"


def ended(site: Site, **options: Any) -> str:
    """Returns what the table of a finished match of these tricks tells: in each hand one with an ace, two without."""
    tricks = (("7C", "2C", "AC"), ("9D", "5D", "KD"), ("4H", "6H", "8H"))
    host, table = at_table(site, "sixes-and-sevens", 3, options=options)
    phone, said = Phone(host, table), iter(("odd", "even", "odd"))

    def due() -> int:
        return GAME.to_act(site.tables.at(table.id).fold.state)[0]

    for dealer in range(3):
        assert phone.enter({"type": "deal", "dealer": dealer}) == 303
        for cards in tricks:
            for card in cards:
                assert phone.enter({"type": "play", "seat": due(), "card": card}) == 303
            if options and cards[2][0] == "A":
                assert phone.enter({"type": "ace", "seat": due(), "as": next(said)}) == 303
        for _ in range(17 - len(tricks)):
            assert phone.enter({"type": "trick", "winner": 0}) == 303
    return read(phone.page)


def test_the_end_of_a_match_does_not_guess_what_an_ace_was(site: Site) -> None:
    assert "6 of 9 tricks went to the lowest card." in ended(site)
    assert "3 of 6 tricks without an ace went to the lowest card." in ended(site, **WILD)
