"""A phone that has lost its network, and what waits on it."""

import re

from playwright.sync_api import Locator, expect

from tests.e2e.phone import Phone

LOST = ("ERR_INTERNET_DISCONNECTED", "ERR_NETWORK_CHANGED", "ERR_CONNECTION_REFUSED", "Failed to fetch", "ERR_FAILED")


def strip(phone: Phone) -> Locator:
    """What waits, as it is shown."""
    return phone.page.locator("#unsent")


def waits(phone: Phone, *said: str) -> None:
    """Expects that these entries wait: so many, and the newest named; or none."""
    if said:
        expect(strip(phone)).to_contain_text(f"{len(said)} entries wait" if said[1:] else "")
        expect(strip(phone)).to_contain_text(said[-1])
    else:
        expect(strip(phone)).to_be_hidden()


def log(phone: Phone, table: str) -> list[str]:
    """The cards that were played, in order, as the server has them."""
    answer = phone.context.request.get(f"{table}/record.json")
    assert answer.ok, answer.text()
    return re.findall(r'"card": ?"(\w+)"', answer.text())


def stays_away(phone: Phone) -> None:
    phone.context.set_offline(True)


def knows_ahead(phone: Phone) -> None:
    """Fetches now what a phone fetches a moment after its table is there: what comes before and after the cards."""
    phone.page.evaluate("endMoments()")
    phone.page.wait_for_selector("#ahead[data-ready]", state="attached")


def is_back(phone: Phone) -> None:
    phone.context.set_offline(False)
