"""A round of Sichere Six on phones: by cards, by tricks, as totals; what goes wrong; how each state looks."""

from collections.abc import Mapping

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.phone import Phone, Phones, card_label, resize
from tests.e2e.sample_hand import Events
from tests.e2e.screen_checks import PHONES, WALL, check_screen
from tests.e2e.without_network import LOST, is_back, knows_ahead, stays_away

GAME = "sichere-six"
DEAL: Events = [{"type": "deal", "dealer": 0}]
# Ann deals. Cat's 8 makes hearts trump in the first trick, Ben captures the first nine in the third and buries the six
# of diamonds, the Spits meet in the fourth, Ann leads the Joker in the sixth.
ROUND = (
    ("Ben leads", "JH 8H 6H"),
    ("Ben leads", "6S 8S TS"),
    ("Ann leads", "8C 9C 6C"),
    ("Ben leads", "9H 7D 7H"),
    ("Ann leads", "TD JC 8D"),
    ("Ann leads", "X+ 7S TH"),
    ("Ann leads", "9D JS JD"),
    ("Cat leads", "7C TC 9S"),
)
SEATS = {"Ann leads": 0, "Ben leads": 1, "Cat leads": 2}


def plays(line: str, cards: str) -> Events:
    """Returns the plays of a trick; the Joker wins as `X+` and loses as `X-`."""
    said = {"+": "win", "-": "lose"}
    return [
        {"type": "play", "seat": (SEATS[line] + place) % 3, "card": "X" if card[0] == "X" else card}
        | ({"joker": said[card[1]]} if card[0] == "X" else {})
        for place, card in enumerate(cards.split())
    ]


def tally(tricks: tuple[int, ...], nines: tuple[int, ...]) -> Events:
    return [{"type": "tally", "tricks": list(tricks), "nines": list(nines)}]


MERCY: Events = [{"type": "mercy", "seat": 1}]
THREE = [event for trick in ROUND[:3] for event in plays(*trick)]
PLAYED: Events = [*DEAL, *THREE, *MERCY, *[event for trick in ROUND[3:] for event in plays(*trick)]]
TALLIED: Events = [*DEAL, *tally((3, 3, 2), (1, 1, 2))]


@pytest.fixture
def cat(phones: Phones) -> Phone:
    """Cat's phone."""
    return phones()


def tap(phone: Phone, card: str) -> None:
    """Taps a card on the pad: one tap, whatever it is."""
    if card[0] == "X":
        phone.button("Joker, wins" if card == "X+" else "Joker, loses").click()
    else:
        phone.key(card).click()


# By cards


def test_two_phones_play_a_whole_round_by_cards(host: Phone, cat: Phone) -> None:
    table = host.set_table()
    cat.is_let_in(host.way(table), "2")
    for phone in (host, cat):
        phone.go(table)
    host.taps_from_here()
    host.button("Ann").click()
    _play_trick(host, cat, *ROUND[0])
    _enter_trick(cat, table, *ROUND[1])
    _play_trick(host, cat, *ROUND[2])
    _a_card_is_buried(host, cat)
    for trick in ROUND[3:5]:
        _enter_trick(cat, table, *trick)
    _play_trick(host, cat, *ROUND[5])
    _enter_trick(cat, table, *ROUND[6])
    _play_trick(host, cat, *ROUND[7])
    assert host.taps == 1 + 4 * 3 + 1, "the deal, a tap a card in four tricks, the buried card"
    for phone in (host, cat):
        _the_round_lies_open(phone)


def test_the_pad_keeps_its_place_whatever_the_cloth_has_to_say(phones: Phones) -> None:
    """The cards give way: one line of help more, a third row of facts and a proof, and no key moves."""
    phone = phones(language="de-DE")
    names = ("Maximilian", "Benedikt", "Katharina")
    table = phone.set_table(PLAYED[:2], names)
    phone.go(table)
    first = phone.page.locator("#entry button.cell").first
    place = first.bounding_box()
    for number, event in enumerate([*PLAYED[2:10], *MERCY, *PLAYED[11:14]], 3):
        phone.enter(table, [event])
        expect(phone.page.locator("#moved")).to_have_attribute("data-seq", str(number))
        if not phone.page.get_by_text("ist auserwählt").count():
            assert first.bounding_box() == place, event


def _play_trick(host: Phone, cat: Phone, line: str, cards: str) -> None:
    for phone in (host, cat):
        phone.says(line)
    for card in cards.split()[:2]:
        tap(host, card)
        for phone in (host, cat):
            phone.shows(card[0] if card[0] == "X" else card)
    if "8H" in cards:
        cat.sees("Hearts are trump")
        cat.sees("Cat’s 8 makes hearts trump. SIC-8")
        expect(cat.page.get_by_text("Big Spit")).to_be_visible()
    tap(host, cards.split()[2])


def _enter_trick(cat: Phone, table: str, line: str, cards: str) -> None:
    """Enters a trick without a tap, once what was tapped on the other phone has come to the table."""
    cat.says(line)
    cat.enter(table, plays(line, cards))


def _a_card_is_buried(host: Phone, cat: Phone) -> None:
    for phone in (host, cat):
        phone.says("Ben is The Chosen")
        expect(phone.keys).to_have_count(0)
    host.button("Card buried, Ben leads").click()


def _the_round_lies_open(phone: Phone) -> None:
    phone.says("Ben deals")
    phone.sees("Buried: the six of diamonds.")
    for seat, line in enumerate(("+1: add 1 light stone", "0: the stones stay", "−1: add 1 dark stone")):
        expect(phone.page.locator(".seat").nth(seat)).to_contain_text(line)
    expect(phone.page.get_by_role("img", name="1 dark stone", exact=True).first).to_be_visible()
    phone.button("All tricks").click()
    expect(phone.page.get_by_role("heading", name="Tricks of round 1")).to_be_visible()


def test_a_wrong_tap_is_refused_or_taken_back_in_one_tap(host: Phone) -> None:
    host.expects(422)
    host.go(host.set_table([*DEAL, *plays("Ben leads", "X+ 7C")]))
    tap(host, "8C")
    host.says("Ben leads")
    host.taps_from_here()
    host.undo.click()
    host.says("Ann plays")
    assert host.taps == 1
    host.page.get_by_role("button", name="Joker, loses").click()
    host.is_refused("The Joker is already played", "SIC-1")
    host.link("Wrong key, choose again").click()
    expect(host.refusal).to_have_count(0)
    tap(host, "9C")
    host.says("Ben is The Chosen")


def test_the_led_suit_is_banded_and_the_little_spit_goes_with_the_trumps(host: Phone) -> None:
    host.go(host.set_table([*DEAL, *plays("Ben leads", "7D 8H")]))
    banded = host.page.locator(".follow")
    assert banded.evaluate_all("keys => keys.map(key => key.ariaLabel)") == [
        "6 of diamonds",
        *(card_label(rank + "D") for rank in "89TJ"),
    ]


# By tricks


# As totals


def test_a_round_as_totals_is_seven_taps_and_says_what_is_missing(host: Phone) -> None:
    host.go(host.set_table())
    host.taps_from_here()
    host.button("Enter round 1 as totals").click()
    sheet = host.page.get_by_role("region", name="Tricks and nines of round 1")
    enter = sheet.get_by_role("button", name="Enter round 1")
    host.choose(host.page.get_by_role("radio", name="Cat"))
    _keys(sheet, "Tricks", 5, "3 tricks are missing")
    _keys(sheet, "Tricks", 2, "All 8 tricks")
    _keys(sheet, "Nines", 3, "One nine is missing")
    expect(enter).to_be_disabled()
    _keys(sheet, "Nines", 0, "All 4 nines, the buried card with them")
    enter.click()
    host.says("Ann deals")
    host.sees("5, 2, 1 tricks")
    assert host.taps == 7, "the sheet, who deals, two numbers each of tricks and nines, the key that enters"


def test_numbers_that_cannot_be_lead_back_to_themselves(host: Phone) -> None:
    host.expects(422)
    host.go(host.set_table(DEAL))
    host.menu("Enter this round as totals")
    sheet = host.page.get_by_role("region", name="Tricks and nines of round 1")
    for what, numbers in (("tricks", (8, 0, 0)), ("nines", (1, 3, 0))):
        for name, number in zip(("Ann", "Ben", "Cat"), numbers, strict=True):
            sheet.get_by_role("spinbutton", name=f"{name}, {what}").fill(str(number))
    sheet.get_by_role("button", name="Enter round 1").click()
    host.is_refused("Ben has 3 nines but no trick to hold them.", "SIC-16")
    host.button("Back to the numbers").click()
    expect(sheet.get_by_role("spinbutton", name="Ben, nines")).to_be_visible()
    expect(sheet.get_by_role("spinbutton", name="Ben, nines")).to_have_value("3")


def _keys(sheet: Locator, what: str, number: int, says: str) -> None:
    part = sheet.get_by_role("group", name=what).first
    part.get_by_role("button", name=f"{what} {number}", exact=True).click()
    expect(part.get_by_role("status")).to_have_text(says)


@pytest.mark.parametrize(
    ("lead", "help_", "follow"), [("next-card", "Follow diamonds if possible.", 6), ("no-suit", "", 0)]
)
def test_a_phone_without_a_network_knows_what_a_led_joker_asks_for(
    host: Phone, lead: str, help_: str, follow: int
) -> None:
    host.go(host.set_table([*DEAL, *plays("Ben leads", "X-")], **{"option-joker_lead": lead}))
    knows_ahead(host)
    host.expects(*LOST)
    stays_away(host)
    tap(host, "TD")
    host.says("Ann plays")
    expect(host.page.locator("#table .turn p")).to_have_text(help_)
    expect(host.page.locator("#entry .follow")).to_have_count(follow)
    is_back(host)
    expect(host.page.locator("#table .turn p")).to_contain_text(help_ or "nobody has to follow")
    expect(host.page.locator("#entry .follow")).to_have_count(follow)


# How it looks

STATES: Mapping[str, Events] = {
    "lead": DEAL,
    "spits": [*DEAL, *THREE, *MERCY, *plays("Ben leads", "9H 7D")],
    "mercy": [*DEAL, *THREE],
    "joker": [*DEAL, *plays("Ben leads", "X-")],
    "tricks": [*DEAL, {"type": "trick", "winner": 1, "nines": 0}],
    "round": PLAYED,
    "mirth": [*TALLIED, {"type": "deal"}, *tally((1, 3, 4), (0, 0, 4))],
    "over": [*DEAL, *tally((0, 8, 0), (0, 4, 0)), {"type": "deal"}, *tally((3, 4, 1), (1, 1, 2))],
}


@pytest.mark.parametrize("state", [name for name in STATES if name not in {"lead", "tricks"}])
def test_a_state_of_the_pad(reader: Phone, state: str) -> None:
    reader.go(reader.set_table(STATES[state]))
    check_screen(reader)


@pytest.mark.parametrize("size", [(360, 740), (390, 664)])
def test_beside_hints_cards_are_large_enough_to_be_read(host: Phone, size: tuple[int, int]) -> None:
    host.go(host.set_table([*DEAL, *plays("Ben leads", "JH 8H")], **{"choice-first-hand": "guided"}))
    resize(host.page, *size)
    hint = host.page.locator(".explained").bounding_box()
    tricks = [won.bounding_box() for won in host.page.locator(".seat .m").all()]
    card = host.card("JH").first.bounding_box()
    assert card
    assert card["width"] >= 39
    assert hint
    assert all(box and box["y"] + box["height"] <= hint["y"] for box in tricks)


@pytest.mark.parametrize("size", [(360, 640), (360, 740), (390, 664)])
def test_the_last_hint_leaves_what_a_round_brought_to_be_read(host: Phone, size: tuple[int, int]) -> None:
    table = host.set_table(PLAYED, **{"choice-first-hand": "guided"})
    host.go(table)
    resize(host.page, *size)
    hint = host.page.locator(".explained").bounding_box()
    brought = host.page.locator(".seat .m>:not(.stones)")
    boxes = [said.bounding_box() for said in brought.all()]
    assert [said.split("\u00a0")[0] for said in brought.all_inner_texts()[:3]] == ["+1", "+1: add 1 light stone", "5"]
    assert hint
    assert len(boxes) == 3 * len(SEATS)
    assert all(box and box["y"] + box["height"] <= hint["y"] for box in boxes)


def test_the_sheets(reader: Phone) -> None:
    reader.go(reader.set_table([*DEAL], book="open"))
    reader.button("As totals").click()
    check_screen(reader)
    reader.go(reader.set_table(PLAYED))
    reader.button("All tricks").click()
    check_screen(reader)


def test_watching_on_a_phone_and_on_a_wall(reader: Phone, phones: Phones) -> None:
    table, watcher = reader.set_table([*DEAL, *plays("Ben leads", "JH 8H 6H")]), phones()
    watcher.is_let_in(reader.way(table, "watcher"), "watch")
    watcher.go(table)
    watcher.sees("Cat’s 8 made hearts trump.")
    watcher.sees("Captured cards open when the round ends.")
    check_screen(watcher)
    check_screen(watcher, WALL)


def test_german_words_have_room(phones: Phones) -> None:
    phone = phones(language="de-DE")
    table = phone.set_table(STATES["spits"], ("Maximiliane", "Wilhelmina-Charlotte", "Jo"))
    phone.sit(table, 0)
    phone.enter(table, [{"type": "hand", "seat": 0, "cards": ["7H", "TD", "X", "9D", "TC"]}])
    for path in (table, phone.set_table(STATES["mirth"])):
        phone.go(path)
        check_screen(phone, PHONES[1:])
