"""The drawer with the phones: whoever needs one takes a wiped one, since making one takes half a second."""

from collections import defaultdict
from typing import Any

from playwright.sync_api import Browser, Error

from tests.e2e.phone import Phone


class PhonePool:
    """Phones that nobody uses now, by their language and whether they run scripts."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser, self._address = browser, address
        self._wiped: defaultdict[tuple[str, bool], list[Phone]] = defaultdict(list)

    def take(self, *, game: str, language: str = "en-GB", scripts: bool = True, **more: Any) -> Phone:
        """Returns a phone that has never been here; with more wishes always a new one."""
        ready = self._wiped[language, scripts]
        phone = ready.pop() if ready and not more else self._made(language=language, scripts=scripts, **more)
        phone.game = game
        return phone

    def put_back(self, phone: Phone) -> None:
        """Takes a phone that is not needed any more; one that cannot be wiped is thrown away."""
        try:
            phone.wipe()
        except Error:
            phone.context.close()
        else:
            self._wiped[phone.language, phone.scripts].append(phone)

    def _made(self, **wishes: Any) -> Phone:
        return Phone(self._browser, self._address, **wishes)
