"""`python -m webapp`, the same as `sixfold`."""

from webapp.cli import main

main()
