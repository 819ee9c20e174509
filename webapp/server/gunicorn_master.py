"""Master of the worker processes: `python -m gunicorn`, but without a traceback where several workers cannot start."""

import sys

from gunicorn.app.wsgiapp import WSGIApplication
from gunicorn.errors import HaltServer

if __name__ == "__main__":
    try:
        WSGIApplication().run()
    except HaltServer as ended:  # while it stops for one of them, gunicorn raises it again for the next
        sys.exit(ended.exit_status)
