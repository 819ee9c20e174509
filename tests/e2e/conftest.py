"""What every browser test shares."""

import pytest

from tests.browser import launch_options


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, object]) -> dict[str, object]:
    """Returns pytest-playwright's own arguments with our browser and its switches."""
    return {**browser_type_launch_args, **launch_options()}
