"""Totals below zero are written with a real minus, on the table and on its score sheet."""

import re

import pytest

from tests.web.support.site import Site

PLAYERS = {"sichere-six": 3, "sichermans-war": 2, "deep-six": 4, "sechsundsechzig": 2, "sixes-and-sevens": 3}
HYPHEN = re.compile(r">[^<>]*(?<![\w-])-\d[^<>]*<")


@pytest.mark.parametrize("game", PLAYERS)
def test_a_total_below_zero_has_a_minus_and_no_hyphen(site: Site, game: str) -> None:
    host = site.phone()
    table = site.open_table(host, ("Ann", "Ben", "Cat", "Dan")[: PLAYERS[game]], game=game)
    sides = 3 if PLAYERS[game] == 3 else 2
    who = site.store.grants(table.id)[0]
    lost = {"type": "adjust", "points": [-3] + [-1] * (sides - 1), "reason": "x"}
    events = [lost] if game == "sichermans-war" else [lost, {"type": "deal", "dealer": 0}]
    for number, event in enumerate(events):
        site.make(table.id, who, event, op=f"{number:016x}", seen=None)
        for page in ("", "/scores"):
            text = host.get(f"/tables/{table.id}{page}").text
            assert "−3" in text, page
            assert not HYPHEN.search(text), HYPHEN.findall(text)
