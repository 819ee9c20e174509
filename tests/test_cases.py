"""Many cases in one test: none is left out, and all that fail are named."""

import pytest

from tests.cases import each


def test_every_case_is_run_with_what_they_share(tmp_path: object) -> None:
    seen = []

    @each("one, other", [(1, 2), (3, 4)])
    @each("last", "ab")
    def test(shared: object, one: int, other: int, last: str) -> None:
        seen.append((shared, one, other, last))

    test(shared=tmp_path)
    assert seen == [(tmp_path, *row, last) for row in ((1, 2), (3, 4)) for last in "ab"]


def test_all_that_fail_are_named() -> None:
    @each("number", [1, 2, 3])
    def test(number: int) -> None:
        assert number == 2, f"{number} is not two"

    with pytest.raises(AssertionError, match=r"^2 of 3 cases fail:\n1: 1 is not two[^3]*\n3: 3 is not two"):
        test()


def test_no_cases_are_a_mistake() -> None:
    with pytest.raises(AssertionError, match="no cases"):
        each("number", [])


def test_one_that_fails_without_words_is_told_by_what_it_is() -> None:
    @each("number", [1])
    def test(number: int) -> None:
        raise KeyError

    with pytest.raises(AssertionError, match=r"^1 of 1 cases fail:\n1: KeyError\(\)$"):
        test()
