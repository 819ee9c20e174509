"""Codes that are read aloud and typed on another phone."""

from tests.cases import each
from webapp.store.invites import ALPHABET, format_code, new_code, parse_code


def test_letters_that_are_mistaken_for_each_other_are_not_used() -> None:
    assert not set("0O1IL") & set(ALPHABET)
    assert len(ALPHABET) == 31


def test_a_new_code_reads_as_itself() -> None:
    codes = {new_code() for _ in range(1000)}
    assert len(codes) == 1000
    assert all(parse_code(format_code(code)) == code for code in codes)


@each("typed", ["KQ7-M3XP", "kq7m3xp", " kq7 m3xp ", "KQ7\u2013M3XP", "k-q-7-m-3-x-p", "KQ7\u00a0M3XP"])
def test_case_blanks_and_dashes_do_not_matter(typed: str) -> None:
    assert parse_code(typed) == "KQ7M3XP"


@each("typed", ["T7 · KQ7M3-XPAB2-CDEFG", "t12 kq7m3 xpab2 cdefg", "T100-KQ7M3-XPAB2-CDEFG", "KQ7M3-XPAB2-CDEFG"])
def test_a_code_is_read_as_a_table_card_prints_it(typed: str) -> None:
    assert parse_code(typed) == "KQ7M3XPAB2CDEFG"


def test_letters_and_digits_of_a_code_are_no_number_of_a_table() -> None:
    assert parse_code("T23-KQ7M") == "T23KQ7M"
    assert parse_code("T2345-KQ7M3-XPAB2") == "T2345KQ7M3XPAB2"


@each(
    "typed",
    ["", "KQ7", "KQ7-M3XPP", "KQ0-M3XP", "KQ7-M3X1", "KQ7-M3XÄ", "\ud800Q7M3XP", "KQ7\x00M3XP", "K" * 10_000, " " * 99],
)
def test_these_are_no_codes(typed: str) -> None:
    assert parse_code(typed) is None
