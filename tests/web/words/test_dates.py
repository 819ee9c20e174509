"""Times as people read them: of today the hour alone, of other days the day as well."""

from datetime import datetime, timedelta, tzinfo

import pytest
from flask import Flask

from tests.cases import each
from webapp.words import phrases
from webapp.words.phrases import day_and_time, moment

NOON = datetime(2026, 11, 21, 12, 5).astimezone()


class ThatEvening(datetime):
    """A clock that stands in the evening of that day: a run may pass midnight."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> "ThatEvening":
        """Returns the time that this clock shows."""
        return cls(2026, 11, 21, 20, 15, tzinfo=tz)


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phrases, "datetime", ThatEvening)


@each("language", ["en", "de"])
def test_a_time_of_today(app: Flask, language: str) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        assert moment(NOON) == "12:05"


@each("language, written", [("en", "3 Feb, 12:05"), ("de", "3. Feb., 12:05")])
def test_a_time_of_another_day(app: Flask, language: str, written: str) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        assert moment(datetime(2026, 2, 3, 12, 5).astimezone()) == written


@each("language, written", [("en", "3 Feb 2024, 12:05"), ("de", "3. Feb. 2024, 12:05")])
def test_a_time_of_another_year_has_its_year(app: Flask, language: str, written: str) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        assert moment(datetime(2024, 2, 3, 12, 5).astimezone()) == written


def test_yesterday_is_another_day(app: Flask) -> None:
    with app.test_request_context():
        assert moment(NOON - timedelta(days=1)).endswith(", 12:05")


@each("language, written", [("en", "3 Feb 2024, 12:05"), ("de", "3. Feb. 2024, 12:05")])
def test_on_paper_a_day_has_its_year(app: Flask, language: str, written: str) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        assert day_and_time(datetime(2024, 2, 3, 12, 5).astimezone()) == written
