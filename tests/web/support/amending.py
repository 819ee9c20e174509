"""What the tests of amendments share: tables, drafts, and the pages on which they are put together."""

import html
import re
import secrets
from collections.abc import Mapping
from typing import Any

from tests.web.support.phone import Phone
from tests.web.support.site import Site
from webapp.referee.amending.draft import Draft, unpacked
from webapp.store.models import Table
from webapp.table.keeper import Made

Raw = dict[str, Any]
DEAL: Raw = {"type": "deal", "dealer": 0}


def play(seat: int, card: str, **more: Any) -> Raw:
    return {"type": "play", "seat": seat, "card": card, **more}


def laid(*cards: str, first: int = 1) -> list[Raw]:
    """Returns plays of Ann, Ben and Cat, clockwise from this seat."""
    return [play((first + n) % 3, card) for n, card in enumerate(cards)]


def get(phone: Phone, path: str, status: int = 200) -> str:
    answer = phone.client.get(path if path.startswith("/tables") else phone.url + path)
    assert answer.status_code == status, answer.text
    return answer.get_data(as_text=True)


def drafted(address: str) -> Draft:
    found = re.search(r"draft=([\w-]+)", address)
    assert found, address
    return unpacked(found[1])


def preview(phone: Phone, draft: Draft, status: int = 200) -> str:
    return get(phone, f"/amendments/draft?draft={draft.packed}", status)


def link(page: str, label: str) -> str:
    found = re.search(rf'href="([^"]+)"[^>]*>(?:<svg.*?</svg>)?{re.escape(label)}<', page)
    assert found, f"{label}: {page}"
    return html.unescape(found[1])


def commit(phone: Phone, draft: Draft, reason: str = "entered wrongly", **stamps: str) -> Any:
    sent = stamps or {"op": secrets.token_hex(8), "seen": _newest(phone)}
    return phone.client.post(f"{phone.url}/amendments", data={"draft": draft.packed, "reason": reason, **sent})


def preview_of(page: str) -> Draft | None:
    """Returns the draft that the key of a page makes, None where the page has none."""
    found = re.search(r'name="draft" value="([\w-]+)"', page)
    return None if found is None else unpacked(found[1])


def corrects(phone: Phone, place: int, card: str, reason: str = "") -> Any:
    """Picks another card for this entry, and sends what its page then offers."""
    draft = preview_of(get(phone, f"/entries/{place}/amend?card={card}"))
    assert draft is not None
    return commit(phone, draft, reason)


def _newest(phone: Phone) -> str:
    """Returns the event that the table shows last; whoever rules sees no form that has it."""
    found = re.search(r'data-seq="(\d+)"', phone.client.get(phone.url).text)
    assert found
    return found[1]


def read(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page))


def referee(site: Site, table: Table) -> Phone:
    """Returns the phone of a referee who has come to this table."""
    return Phone(site.referee(table), table)


def ruled_table(site: Site, record: Mapping[str, Any], entries: int | None = None) -> Phone:
    """Opens the table of a record, with so many of its entries, for a referee, who may amend everything."""
    game, players = record["game"], record["players"]
    opened = site.open_table(site.phone(), players, game=game, options=record.get("options", {}))
    phone = site.referee(opened)
    eva = next(grant for grant in site.store.grants(opened.id) if grant.is_referee)
    for number, raw in enumerate(record["events"][:entries]):
        made = site.make(opened.id, eva, raw, op=f"set-{number:08}", seen=None)
        assert isinstance(made, Made), made
    return Phone(phone, opened)
