#!/bin/sh
# Starts Sixfold on a Mac: the Finder opens it in a terminal by a double click.
exec /bin/sh "$(dirname -- "$0")/start-sixfold.sh" "$@"
