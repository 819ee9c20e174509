"""Times as people read them: of today the hour alone, of other days the day as well."""

from datetime import datetime, timedelta

from flask import Flask

from tests.cases import each
from webapp.words.dates import moment

NOON = datetime.now().astimezone().replace(hour=12, minute=5)


@each("language", ["en", "de"])
def test_a_time_of_today(app: Flask, language: str) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        assert moment(NOON) == "12:05"


@each("language, written", [("en", "3 Feb, 12:05"), ("de", "3. Feb., 12:05")])
def test_a_time_of_another_day(app: Flask, language: str, written: str) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        assert moment(datetime(2024, 2, 3, 12, 5).astimezone()) == written


def test_yesterday_is_another_day(app: Flask) -> None:
    with app.test_request_context():
        assert moment(NOON - timedelta(days=1)).endswith(", 12:05")
