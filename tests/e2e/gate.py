"""Entries held back on their way."""

from playwright.sync_api import Route

from tests.e2e.phone import PATIENCE, Phone

LOOK = 5
"""Milliseconds between two looks for an entry."""


class Gate:
    """Holds every entry back until it is let through: however long the way takes, nothing here waits for a clock."""

    def __init__(self, phone: Phone) -> None:
        self.held: list[Route] = []
        self.phone = phone
        phone.page.route("**/events", self._hold)

    def _hold(self, route: Route) -> None:
        self.held.append(route)

    def let_through(self, times: int) -> None:
        """Lets so many entries through, one after the other."""
        for _ in range(times):
            for _ in range(PATIENCE // LOOK):
                if self.held:
                    break
                self.phone.page.wait_for_timeout(LOOK)  # lets the browser say what it asks for
            self.held.pop(0).continue_()
