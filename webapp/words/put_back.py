"""Sentences about a database of before that was put back."""

from webapp.http.language import gettext as _


def put_back(seen: int, ended: int) -> str:
    """Returns what the table is told once a phone knows a later entry than its log."""
    return _(
        "A phone here had seen entry %(seen)s; the table ended at %(ended)s: a backup was put back. "
        "Enter again what is missing.",
        seen=seen,
        ended=ended,
    )


def put_back_for_one(seen: int, ended: int) -> str:
    """Returns what a phone is told that enters on a page with a later entry than the log's."""
    return _(
        "This phone had seen entry %(seen)s; the table now ends at %(ended)s: a backup was put back. Look again.",
        seen=seen,
        ended=ended,
    )
