"""A table with German cards speaks of nothing else: no page about it names a French suit, in neither language."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.support.german_pages import visible
from tests.web.support.phone import Phone, declare
from tests.web.support.site import Site

FRENCH = re.compile(
    r"\b(clubs?|spades?|diamonds?|jacks?|queens?|kreuz|pik|karo|bube\w*|dame\w*)\b|#i-[csd]\b", re.IGNORECASE
)
CLOSED: list[Any] = [
    {"type": "deal", "dealer": 0},
    {"type": "turn-up", "card": "9S"},
    {"type": "close", "seat": 1},
]
REVOKED: list[Any] = [
    {"type": "play", "seat": 1, "card": "QD", "marriage": True},
    {"type": "play", "seat": 0, "card": "JC"},
    {"type": "play", "seat": 1, "card": "KD"},
    {"type": "play", "seat": 0, "card": "AD"},
]
"""Ann held the ace of bells when an Unter of acorns fell on the Ober."""


def open_table(site: Site, language: str, deck: str = "german") -> Phone:
    client = site.phone(language)
    more = {"game": "sechsundsechzig", "choices": {"deck": deck}, "options": {"trump_swap": True}}
    return Phone(client, site.open_table(client, ("Ann", "Ben"), **more))


@pytest.mark.parametrize(
    ("language", "deck", "letters"),
    [("en", "french", "JQ"), ("de", "french", "BD"), ("en", "german", "UO"), ("de", "german", "UO")],
)
def test_a_card_shows_the_letter_of_its_name(site: Site, language: str, deck: str, letters: str) -> None:
    phone = open_table(site, language, deck)
    phone.look()
    for event in CLOSED[:2]:
        assert phone.enter(event) == 303
    shown = phone.page.partition('<div id="ahead"')[0]  # what follows waits for when there is no network
    tiles = re.findall(r'value=\'[^\']*"card":"([JQ])C"}\'[^>]*><span class="tile">(\w)<', shown)
    assert sorted(tiles) == [("J", letters[0]), ("Q", letters[1])]


def links(page: str, *kinds: str) -> list[str]:
    """The pages about a table's play that a page leads to."""
    found = re.findall(r'href="(/tables/\d+[^"#]*)"', page)
    return sorted({link.replace("&amp;", "&") for link in found if any(kind in link for kind in kinds)})


def about_the_revoke(phone: Phone) -> Iterator[str]:
    """The table with its proof, the case, and the correction with every card to choose from."""
    yield phone.look()
    for link in links(phone.page, "revoke"):
        case = phone.client.get(link).text
        yield case
        for amend in links(case, "amend"):
            yield phone.client.get(amend).text


def states(site: Site, phone: Phone) -> Iterator[str]:
    """A whole hand's pages: each entry, refusals, the own hand, the revoke and its correction, the count."""
    ann = Phone(site.seat(phone.table, 0, site.phone(phone.client.environ_base["HTTP_ACCEPT_LANGUAGE"])), phone.table)
    for event in CLOSED:
        assert phone.enter(event) == 303
        yield phone.page
    yield ann.client.get(f"{phone.url}/hand").text
    for refused in ({"card": "AC", "marriage": True}, {"card": "9S"}):
        assert phone.enter({"type": "play", "seat": 1, **refused}) == 422
        yield phone.page
    for event in REVOKED:
        phone.look()
        assert phone.enter(event) == 303
        yield phone.page
    pages = list(about_the_revoke(phone))
    assert len(pages) >= 3
    yield from pages
    assert phone.enter({"type": "claim", "seat": 0}) == 303
    yield phone.page
    for path in (f"{phone.url}/scores", f"{phone.url}/scores/1"):
        yield phone.client.get(path).text


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_page_names_german_cards_alone(site: Site, language: str) -> None:
    for page in states(site, open_table(site, language)):
        shown = visible(page) + " ".join(re.findall(r'<use href="([^"]*)"', page))
        assert not [line for line in shown.splitlines() if FRENCH.search(line)]


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["Ann had a card of bells in trick 1", "Leaves are trump", 'aria-label="King of bells, played"']),
        ("de", ["Schellen", "Laub ist Trumpf", 'aria-label="Schellen König, gespielt"']),
    ],
)
def test_the_cards_have_their_names_and_signs(site: Site, language: str, texts: list[str]) -> None:
    phone = open_table(site, language)
    for event in (*CLOSED, *REVOKED):
        assert phone.enter(event) == 303
    for text in (*texts, "#i-eichel", "#i-laub", "#i-schellen", 'id="i-laub"'):
        assert text in phone.page
    kept = Phone(phone.client, phone.table, htmx=True)
    assert kept.enter({"type": "undo"}) == 200
    assert FRENCH.findall(visible(kept.page)) == []


def test_a_refused_duty_names_the_german_card(site: Site) -> None:
    phone = open_table(site, "en")
    ann = Phone(site.seat(phone.table, 0), phone.table)
    for event in CLOSED:
        phone.enter(event)
    assert declare(ann, ["AD", "QC", "8C", "9C", "TC", "KC"]).status_code == 303
    phone.look()
    phone.play(1, "JD")
    ann.look()
    assert ann.play(0, "QC") == 422
    assert "Ann holds the ace of bells" in ann.page
    assert FRENCH.findall(visible(ann.page)) == []


def test_a_french_table_has_no_german_cards(site: Site) -> None:
    phone = open_table(site, "en", deck="french")
    for event in (*CLOSED, *REVOKED):
        phone.enter(event)
    assert "Queen of diamonds" in phone.page
    assert not re.search(r"acorns|leaves|bells|Ober|Unter|i-laub", phone.page)
