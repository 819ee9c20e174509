"""The settings of gunicorn with other limits: `gunicorn -c python:tests.processes.hasty_gunicorn`."""

from tests.processes.hasty import apply

apply()
from webapp.server.gunicorn_settings import *  # noqa: E402, F403
