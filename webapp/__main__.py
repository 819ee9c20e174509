"""`python -m webapp` is `sixfold`."""

from webapp.cli import main

main()
