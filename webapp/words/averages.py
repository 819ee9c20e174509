"""Averages in words: *12.4*, *12,4* in German; one decimal, with a real minus sign."""

from decimal import Decimal
from fractions import Fraction

from babel.numbers import format_decimal

from webapp.http.language import language


def average_said(value: Fraction) -> str:
    """Returns an average, rounded half to even."""
    tenths = Decimal(round(value * 10)) / 10
    return str(format_decimal(tenths, format="0.0", locale=language())).replace("-", "−")
