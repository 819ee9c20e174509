"""WSGI application of a worker process, for `gunicorn -c python:webapp.server.gunicorn_settings`.

Imported in each worker after the fork, so that no connection is shared between two of them.
"""

import sys

from webapp import create_app
from webapp.config import BadSetting
from webapp.server.access_log import MaskedErrorFilter
from webapp.store.engines import StoreError
from webapp.store.migrations import NewerDatabase

try:
    app = create_app()
except (BadSetting, NewerDatabase, StoreError) as problem:
    # The master ends with its workers where they say this; any other status would be tried again for ever.
    print(problem, file=sys.stderr)  # noqa: T201
    sys.exit(3)
app.logger.addFilter(MaskedErrorFilter())
app.extensions["sixfold"].begin()
