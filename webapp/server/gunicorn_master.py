"""Master of the worker processes: `python -m gunicorn`, but where several workers cannot start it ends as where one."""

import sys

from gunicorn.app.wsgiapp import WSGIApplication
from gunicorn.errors import HaltServer

if __name__ == "__main__":
    try:
        WSGIApplication().run()
    except HaltServer as ended:  # it stops since a worker could not start, and finds another that could not either
        sys.exit(ended.exit_status)
