#!/bin/sh
# Starts Sixfold on Linux: finds Python, and leaves the rest to start.py.
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
for python in python3 python3.14 python3.13 python3.12 python3.11 python; do
  if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    "$python" "$here/start.py" "$@"
    status=$?
    # Opened by a double click, the window would close before anybody has read why it ended.
    if [ "$status" -ne 0 ] && [ -t 0 ]; then printf 'Enter closes this window. '; read -r _; fi
    exit "$status"
  fi
done
echo "Sixfold needs Python 3.11 or newer, which was not found on this computer." >&2
echo "Linux: install the package python3 with python3-venv. Mac: install Python from python.org." >&2
if [ -t 0 ]; then printf 'Enter closes this window. '; read -r _; fi
exit 1
