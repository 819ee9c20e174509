"""Cards of a hand that have not come to light, in words."""

from webapp.http.language import ngettext


def cards_unseen(left: int, name: str) -> str:
    """Returns *3 cards of Ann are unseen.*"""
    return ngettext("%(num)s card of %(name)s is unseen.", "%(num)s cards of %(name)s are unseen.", left, name=name)
