"""What tests of cases share: `phone` is the host's at a table where Cat has revoked in event 2, as it is proven."""

import pytest
from flask.testing import FlaskClient

from tests.web.support.phone import Phone
from tests.web.support.site import Site


@pytest.fixture
def eva(site: Site, phone: Phone) -> FlaskClient:
    """A referee."""
    return site.referee(phone.table)


@pytest.fixture
def case(phone: Phone) -> str:
    """The case of a revoke that the second event proves, where there is one."""
    return f"{phone.url}/revokes/2"
