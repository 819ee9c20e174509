"""Who has opened an evening."""

import pytest
from flask.testing import FlaskClient

from tests.web.support.site import Site


@pytest.fixture
def organiser(site: Site) -> FlaskClient:
    return site.phone()
