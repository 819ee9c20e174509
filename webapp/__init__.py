"""Web application: HTTP in, HTML out. Every question about rules goes to rules_core."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from webapp.config import Config


def create_app(config: "Config | Mapping[str, str] | None" = None) -> "Flask":
    """Returns the application, its database made or upgraded.

    The settings come from a Config, from a mapping of environment variables, or from the environment itself.
    Raises BadSetting, NewerDatabase or UnusableDatabase.
    """
    # Not above: an import of `webapp.cli` runs this file before gevent has patched the locks.
    from webapp.config import Config
    from webapp.factory import build

    return build(config if isinstance(config, Config) else Config.from_env(config))
