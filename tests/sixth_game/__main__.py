"""The command line of the house with the sixth game in it: `python -m tests.sixth_game serve`."""

from gevent import monkey

monkey.patch_all()  # as the command line does it before anything else is imported

from tests.sixth_game.support import install  # noqa: E402
from webapp.cli import main  # noqa: E402

install()
main()
