"""The command line of the house with the sixth game in it: `python -m tests.sixth_game serve`."""

from gevent import monkey


def main() -> None:
    """Does as `sixfold` does: gevent patches before anything else is imported."""
    monkey.patch_all()
    from tests.sixth_game.support import install
    from webapp.cli import main as sixfold

    install()
    sixfold()


main()
