"""A whole small tournament, from the first seating to the printed report of its incidents."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.e2e.evening_acts import api, becomes, calls, guest_joins, helps, line, link_of, plays_on, read, rules
from tests.e2e.phone import Phone, Phones

PEOPLE = ("Ann", "Ben", "Cat", "Dan", "Eva", "Fay", "Gus", "Ida")
ANN, BEN, CAT, DAN, EVA, FAY, GUS, IDA, JON = range(1, 10)
PLAN = {"kind": "tournament", "sizes": [4, 3], "rounds": 2, "pairs": True, "absence": "worst", "left_last": True}


def test_a_small_tournament(phones: Phones) -> None:
    host, ann, referee, other = (phones() for _ in range(4))
    plan = {**PLAN, "game": host.game}
    opened = api(host, "/evenings", {"title": "Autumn cup", "plan": plan, "people": list(PEOPLE)})
    evening, organiser = f"/evenings/{opened['id']}", opened["token"]
    becomes(host, organiser)
    becomes(ann, api(ann, "/evenings/join", {"code": opened["code"], "name": "Ann"})["token"])
    helps(host, evening, referee)
    helps(host, evening, other, "Rita")

    def standing() -> list[tuple[str, Any]]:
        rows = read(host, f"{evening}/standing", organiser)["rows"]
        return [(row["name"], row["total"]) for row in rows]

    def says(kind: str, **fields: Any) -> None:
        line(host, evening, organiser, type=kind, **fields)

    # A pair sits apart from the others, Ida sits out, Olaf stands in for Eva, and a table of another game is a guest.
    says("changed", person=ANN, partner=BEN)
    _seats(host, evening, organiser, [[ANN, CAT, BEN, DAN], [EVA, FAY, GUS]], [IDA])
    says("stand-in", round=1, number=2, person=EVA, by="Olaf")
    says("started", round=1)
    guest_joins(phones(game="sichere-six"), link_of(host, f"{evening}/share"))

    # Ann calls, the referee rules, Ann appeals, and another referee lets the ruling stand.
    table = _opens(ann, evening)
    ann.enter(table, [{"type": "deal", "dealer": 0}])
    calls(ann, table)
    referee.go(f"{table}/disputes/1")
    rules(referee)
    ann.go(f"{table}/rulings")
    ann.link("Appeal").first.click()
    ann.page.get_by_label("What is wrong with the ruling?").fill("Nobody counted the tricks.")
    ann.button("Appeal").click()
    ann.page.wait_for_url(re.compile(r"/disputes/\d+$"))
    other.go(ann.page.url)
    other.choose(other.page.get_by_role("radio", name=re.compile("ruling stands")))
    other.button("So it is ruled").click()
    expect(other.button("So it is ruled")).to_have_count(0)
    ann.go(f"{table}/rulings")
    ann.sees("Upheld")
    played = plays_on(ann, table)

    # The round is closed: what was typed for table 2 is taken out by the organiser and signed by the referee.
    says("confirmed", round=1, number=1, scores=list(played))
    says("confirmed", round=1, number=2, scores=[5, 5, 7], odd=True)
    says("ended", round=1)
    host.post(f"{evening}/rounds/finish", op="a" * 16)
    before = standing()
    scores = {f"score-{side}": str(points) for side, points in enumerate((9, 1, 7))}
    for does, fields in {"reject": {}, "result": {"odd": "yes", **scores}}.items():
        now = standing()
        host.post(f"{evening}/tables/2/{does}", op=f"{does:x<16}", **fields)
        assert standing() == now, "nobody changes a closed round alone"
        _signs(referee, f"{evening}/desk")
    assert standing() != before

    # What the referee adjusts there afterwards is signed by the organiser.
    before = standing()
    host.go(f"{evening}/standing")
    shown = host.page.locator(".standing").first.inner_text()
    referee.expects(422)  # the effect is shown before anything is done
    referee.go(f"{table}/adjustments")
    referee.page.locator("[name^=points-]").first.fill("-1")
    referee.page.get_by_label("Why").fill("Miscounted")
    referee.button("Show the effect").click()
    referee.button("Ask for the signature").click()
    referee.page.wait_for_url(re.compile(r"/changes/\d+$"))
    assert standing() == before
    _signs(host, evening)
    ann.go(f"{table}/scores")
    ann.sees("Miscounted")
    host.go(f"{evening}/standing")
    expect(host.page.locator(".standing").first).not_to_have_text(shown, use_inner_text=True)  # follows the table
    assert standing() != before

    # Dan leaves, and Jon comes late and is seated at a table of three.
    says("left", person=DAN)
    says("listed", person=JON, name="Jon")
    _seats(host, evening, organiser, [[ANN, EVA, BEN, CAT], [JON, FAY, GUS]], [IDA])
    says("started", round=2)
    says("confirmed", round=2, number=1, scores=[26, 13, 8, 5], odd=True)
    says("confirmed", round=2, number=2, scores=[17, 17, 17], odd=True)
    says("ended", round=2)

    host.go(f"{evening}/standing")
    for said in ("After round 2", "Pairs"):
        host.sees(said)
    expect(host.page.get_by_text("played by Olaf").first).to_be_attached()
    host.does_not_see("Kim")
    assert standing()[-1][0] == "Dan", "who left ranks behind those who stayed"
    _prints_its_incidents(host, evening)


def _seats(host: Phone, evening: str, token: str, tables: list[list[int]], byes: list[int]) -> None:
    api(host, f"{evening}/rounds", {"tables": tables, "byes": byes}, token)


def _opens(ann: Phone, evening: str) -> str:
    ann.go(f"{evening}/me")
    ann.page.get_by_text(re.compile("^(Open|Back to) table 1$")).click()
    return ann.table


def _signs(phone: Phone, page: str) -> None:
    phone.go(page)
    phone.sees("Waits for the other signature")
    phone.button("Sign").click()
    expect(phone.button("Sign")).to_have_count(0)


def _prints_its_incidents(host: Phone, evening: str) -> None:
    host.go(f"{evening}/incidents")
    for said in ("Ruling", "Appeal", "Nobody counted the tricks."):
        host.sees(said)
    rows = host.page.locator(".incident").count()
    assert rows >= 2
    host.page.emulate_media(media="print")
    assert host.page.locator(".incident:visible").count() == rows, "paper has them all"
    assert len(re.findall(rb"/Type\s*/Page\b", host.page.pdf(format="A4"))) >= 1
