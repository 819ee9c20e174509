"""Cases: what happened, what can be said of it, what unseen cards would mean, the rules, who entered it."""

import re

import pytest
from flask.testing import FlaskClient

from tests.cases import each
from tests.web.support.phone import REVOKE, Phone, at_table
from tests.web.support.proven import plays
from tests.web.support.ruling import call
from tests.web.support.site import Site

DEAL = {"type": "deal", "dealer": 0}
# Ann's 8 of spades on clubs makes trump.
TRUMP = [DEAL, *plays(3, "1: TH JH 6H", "2: 6C 8S JC")]
EIGHT = 5


def shown(page: str) -> str:
    """Returns the text of a page, without its marks."""
    named = re.sub(r'<span class="said[^>]*aria-label="([^"]+)".*?</span>', r"\1", page)
    return " ".join(re.sub(r"<[^>]+>", " ", named).split())


@pytest.fixture
def trump(site: Site, host: FlaskClient) -> Phone:
    return at_table(site, host, *TRUMP, game="sichere-six")


# What happened


@pytest.mark.rule("SIC-8")
def test_a_play_in_dispute_lies_in_its_trick_as_it_was(site: Site, trump: Phone) -> None:
    page = trump.client.get(call(site, trump.table, trump.client, "trump", about=EIGHT)).text
    trick = page[page.index('class="tl"') : page.index("</ol>")]
    assert re.findall(r'aria-label="([^"]+)"', trick) == ["6 of clubs", "8 of spades", "Jack of clubs"]
    assert re.findall(r'class="lc ring"><small dir="auto">([^<]+)', trick) == ["Ann"]
    assert "led, ahead" in trick
    said = shown(trick)
    for fact in ("Led: clubs .", "Ahead: the six of clubs of Cat.", "There was no trump yet."):
        assert fact in said, said
    assert "From this card on spades are trump." in said


def test_other_entries_stand_in_words_with_what_stood_before_and_after(site: Site, host: FlaskClient) -> None:
    bids = [{"type": "bid", "seat": 1, "amount": 120}, {"type": "bid", "seat": 2, "amount": 90}]
    phone = at_table(site, host, DEAL, *bids, game="deep-six", players=["Ann", "Ben", "Cat", "Dan"])
    page = host.get(call(site, phone.table, host, "bid", about=2)).text
    assert "Cat bid 90" in shown(page)
    assert re.search(r"Lowest bid</th><td>120</td><td>90</td>", page)
    assert re.search(r"Turn</th><td>Cat calls</td><td>Dan calls</td>", page.replace("<b>", "").replace("</b>", ""))


def test_a_roll_of_a_die_tells_what_the_skirmish_came_to(site: Site, host: FlaskClient) -> None:
    events = [{"type": "reveal", "cards": ["K", "7"]}, {"type": "roll", "seat": 1, "die": "low", "value": 4}]
    phone = at_table(site, host, *events, game="sichermans-war", players=["Ann", "Ben"])
    page = host.get(call(site, phone.table, host, "dice", about=1)).text
    assert "Skirmish</th><td>Ann 13, Ben 7</td><td>Ann 13, Ben 11</td>" in page
    assert "hand" not in page[page.index("What may be ruled") : page.index("The rule that it rests on")]


def test_a_hand_is_told_trick_by_trick(site: Site, trump: Phone) -> None:
    eva = site.referee(trump.table)
    page = eva.get(call(site, trump.table, trump.client, "score", hand=1)).text
    story = shown(page[page.index('class="story"') : page.index("</ol>")])
    assert story.endswith("Ann dealt")
    tricks = shown(page[page.index("box evidence") :])
    assert "1 Cat 10 of hearts Jack of hearts 6 of hearts" in tricks
    assert "2 Ann 6 of clubs 8 of spades Jack of clubs" in tricks


def test_what_an_entry_said_that_is_gone_is_not_guessed(site: Site, trump: Phone) -> None:
    case = call(site, trump.table, trump.client, "trump", about=6)
    trump.look()
    assert trump.enter({"type": "undo"}) == 303
    page = trump.client.get(case).text
    assert "The entry was taken back or deleted since." in page
    assert "no single entry is in question" in page


# What can be said


def verdict_of(page: str) -> str:
    found = re.search(r'class="verdict (\w+)"', page)
    assert found, page
    return found[1]


@pytest.mark.rule("GEN-4")
@pytest.mark.parametrize(
    ("place", "word", "says"),
    [
        (1, "legal", "Whoever leads may lead any card."),
        (3, "legal", "this card could be played"),
        (2, "undecided", "16 cards of Cat are unseen."),
    ],
)
def test_a_play_is_legal_or_not_decided_yet(site: Site, host: FlaskClient, place: int, word: str, says: str) -> None:
    phone = at_table(site, host, DEAL, *plays(3, "1: 7C 2H 9C"))
    page = host.get(call(site, phone.table, host, "revoke", about=place)).text
    assert verdict_of(page) == word
    assert says in page


def test_a_proven_play_leads_to_its_case(site: Site, host: FlaskClient) -> None:
    phone = at_table(site, host, DEAL, *({"type": "play", "seat": s, "card": c} for s, c in REVOKE))
    page = host.get(call(site, phone.table, host, "revoke", about=2)).text
    assert verdict_of(page) == "proven"
    assert f'href="{phone.url}/revokes/2"' in page
    assert "ODD-7" in page


@pytest.mark.rule("SU-7")
def test_with_the_talon_open_everything_is_legal(site: Site, host: FlaskClient) -> None:
    turned = {"type": "turn-up", "card": "9H"}
    events = [DEAL, turned, *plays(2, "1: AS 7D")]
    phone = at_table(site, host, *events, game="sechsundsechzig", players=["Ann", "Ben"])
    page = host.get(call(site, phone.table, host, "revoke", about=3)).text
    assert verdict_of(page) == "legal"
    assert "With the talon open any card may be played." in page


@pytest.mark.rule("LOG-6")
def test_where_the_cards_stop_nothing_can_be_decided(site: Site, host: FlaskClient) -> None:
    phone = at_table(site, host, DEAL, *plays(3, "1: 7C 2H 9C"), {"type": "trick", "winner": 1}, book="open")
    page = host.get(call(site, phone.table, host, "revoke", about=2)).text
    assert verdict_of(page) == "undecided"
    assert "went on without its cards, by tricks or totals" in page
    assert "still unseen would mean" not in page


# The cards still unseen


def meanings(page: str) -> dict[str, list[str]]:
    """Returns the cards that are shown by what they would prove."""
    parts = re.findall(r'class="meaning[^"]*"><p><b>([^<]+)</b>(.*?)</div></div>', page, re.DOTALL)
    return {said: re.findall(r'aria-label="([^"]+)"', cards) for said, cards in parts}


@pytest.mark.rule("GEN-4", "GEN-5", "ODD-7")
def test_the_referee_reads_what_each_unseen_card_would_mean(site: Site, host: FlaskClient) -> None:
    phone = at_table(site, host, DEAL, *plays(3, "1: 7C 2H 9C"))
    eva = site.referee(phone.table)
    case = call(site, phone.table, host, "revoke", about=2)
    told = meanings(eva.get(case).text)
    assert len(told["a breach is proven"]) == 11
    assert all(card.endswith("of clubs") for card in told["a breach is proven"])
    assert not {"7 of clubs", "9 of clubs"} & set(told["a breach is proven"])
    assert len(told["nothing is proven"]) == 38
    for other in (host, site.watcher(phone.table)):
        page = other.get(case).text
        assert meanings(page) == {}
        assert "It is told when the hand is over" in page


def test_in_an_open_book_everybody_reads_it(site: Site, host: FlaskClient) -> None:
    phone = at_table(site, host, DEAL, *plays(3, "1: 7C 2H 9C"), book="open")
    told = meanings(site.watcher(phone.table).get(call(site, phone.table, host, "revoke", about=2)).text)
    assert len(told["a breach is proven"]) == 11


@pytest.mark.rule("SIC-14")
def test_who_may_become_the_chosen_is_proven_by_two_cards(site: Site, trump: Phone) -> None:
    eva = site.referee(trump.table)
    page = eva.get(call(site, trump.table, trump.client, "revoke", about=EIGHT)).text
    assert meanings(page)["two of these prove a breach"] == [f"{r} of clubs" for r in (7, 8, 9, 10)]
    assert "Ann may still become The Chosen" in page


# Closed tricks


@pytest.mark.rule("GEN-5", "SIC-13")
def test_an_older_trick_is_the_referees_alone(site: Site, trump: Phone) -> None:
    for card in ("7D", "TD", "JD"):
        fold = site.tables.at(trump.table.id).fold
        trump.look()
        assert trump.play(fold.game.to_act(fold.state)[0], card) == 303
    case, eva = call(site, trump.table, trump.client, "revoke", about=2), site.referee(trump.table)
    for other in (trump.client, site.seat(trump.table, 1), site.watcher(trump.table)):
        page = other.get(case).text
        assert "Jack of hearts" not in page
        assert "closed to those who play until the round ends" in page
    page = eva.get(case).text
    assert "Jack of hearts" in page
    assert "Closed to players" in page
    assert "Closed to players" not in eva.get(call(site, trump.table, trump.client, "turn")).text


def test_it_begins_with_whether_it_was_entered_wrongly(site: Site, host: FlaskClient) -> None:
    phone = at_table(site, host, DEAL)
    for seat, card in REVOKE:
        assert phone.play(seat, card) == 303
    page = site.referee(phone.table).get(f"{phone.url}/revokes/2").text
    parts = ("<h1>", "First: was it entered wrongly?", 'class="proof-pair"', "If it really happened", "the rules</h2>")
    places = [page.index(part) for part in parts]
    assert places == sorted(places)


# The rules, and who entered it


@pytest.mark.rule("GEN-1", "GEN-3")
def test_rules_are_cited_in_full_with_where_they_come_from(site: Site, trump: Phone) -> None:
    page = trump.client.get(call(site, trump.table, trump.client, "trump", about=EIGHT)).text
    for told in ("SIC-8", "The first 8 that is played to a trick makes its suit trump at once", "SIC-9", "GEN-3"):
        assert told in page, told
    assert "from the game’s text" in page
    assert "decided here" in page


def test_an_option_says_what_this_table_chose(site: Site, host: FlaskClient) -> None:
    phone = at_table(site, host, DEAL, game="sichere-six", options={"joker_lead": "no-suit"})
    page = host.get(call(site, phone.table, host, "joker")).text
    assert "At this table nobody has to follow a led Joker." in page


def test_who_entered_what_and_what_was_changed_since(site: Site, host: FlaskClient) -> None:
    table = site.open_table(host)
    phone, cat = Phone(host, table), Phone(site.seat(table, 2), table)
    assert phone.enter(DEAL) == 303
    cat.look()
    for seat, card in REVOKE:
        assert cat.play(seat, card) == 303
    changed = {"target": 2, "with": [{"type": "play", "seat": 2, "card": "3S"}]}
    phone.look()
    assert phone.enter({"type": "amend", "changes": [changed], "reason": "misread"}) == 303
    page = host.get(f"{phone.url}/revokes/2").text
    told = shown(page[page.index("who entered them") :].partition("</details>")[0])
    assert "Cat played 2 of hearts Entry 3 · Cat’s phone ·" in told
    assert "Cat played 2 of hearts changed to Cat played 3 of spades" in told
    assert "the host’s phone" in told
    assert "misread" in told


# Who may look


def test_a_case_is_at_its_own_table_alone(site: Site, trump: Phone) -> None:
    call(site, trump.table, trump.client, "trump", about=EIGHT)
    other = site.open_table(trump.client)
    for path in ("disputes/1", "disputes/999", "revokes/2", "contradiction"):
        assert trump.client.get(f"/tables/{other.id}/{path}").status_code == 404


def test_only_who_opened_it_is_offered_to_withdraw(site: Site, trump: Phone) -> None:
    ben = site.seat(trump.table, 1)
    case = call(site, trump.table, ben, "trump", about=EIGHT)
    assert f'action="{case}/withdraw"' in ben.get(case).text
    assert "withdraw" not in trump.client.get(case).text


NONSENSE = ["points-0=x", "fill=9", "fill=1,2,3,4", "remedy=nonsense", "shown=-", "points-0=99999999"]


@each("query", NONSENSE)
def test_nonsense_in_the_address_is_nothing(site: Site, trump: Phone, query: str) -> None:
    case = call(site, trump.table, trump.client, "trump", about=EIGHT)
    page = trump.client.get(f"{case}?{query}")
    assert page.status_code == 200
    chosen = re.findall(r'name="(\w+)" value="([^"]*)"[^>]* checked', page.text.partition("ruling-form")[2])
    assert chosen == [("ready", "")]
