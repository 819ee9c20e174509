"""A program that has opened a table, and pairs of equal worlds."""

import pytest
from flask import Flask

from tests.web.support.api_client import ApiClient, host_of
from tests.web.support.both_ways import Twins


@pytest.fixture
def host(app: Flask) -> ApiClient:
    return host_of(app)


@pytest.fixture(scope="module")
def twins() -> Twins:
    return Twins()
