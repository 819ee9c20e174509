"""A program that has opened a table."""

import pytest
from flask import Flask

from tests.web.support.api_client import ApiClient, host_of


@pytest.fixture
def host(app: Flask) -> ApiClient:
    return host_of(app)
