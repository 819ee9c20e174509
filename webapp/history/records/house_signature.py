"""The signature of the house below a record that it writes, and what can be said of one that comes back."""

import hmac
from enum import StrEnum
from typing import Any

from webapp.history.records.beside_reader import Signed
from webapp.store.chain.links import Chain


class Written(StrEnum):
    """Who has written a record, as far as its signature tells."""

    HERE = "here"
    """This house, and it was not changed since."""
    CHANGED = "changed"
    """This house, and it says something else now."""
    FORGED = "forged"
    """It says that it was this house, and the signature is not ours."""
    ELSEWHERE = "elsewhere"
    """It says that it was another house, whose signature only that house can check."""
    UNSIGNED = "unsigned"


def signed(chain: Chain, digits: str) -> dict[str, Any]:
    """Returns the signature below a record with this fingerprint."""
    return {"house": chain.key_id, "fingerprint": digits, "signature": chain.record_signature(digits)}


def written(chain: Chain, digits: str, below: Signed | None) -> Written:
    """Tells who has written a record that has this fingerprint now."""
    if below is None:
        return Written.UNSIGNED
    if below.house != chain.key_id:
        return Written.ELSEWHERE
    if not hmac.compare_digest(chain.record_signature(below.fingerprint), below.signature):
        return Written.FORGED
    return Written.HERE if below.fingerprint == digits else Written.CHANGED
