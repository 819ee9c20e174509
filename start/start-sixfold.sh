#!/bin/sh
# Starts Sixfold on Linux: finds Python, and leaves the rest to start.py.
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)

# Opened by a double click without a window to speak in: it opens one.
if [ ! -t 0 ] && [ ! -t 1 ] && [ $# -eq 0 ] && [ -n "$DISPLAY$WAYLAND_DISPLAY" ] && [ -z "$SIXFOLD_WINDOW" ]; then
  export SIXFOLD_WINDOW=1
  for terminal in "x-terminal-emulator -e" "gnome-terminal --" "konsole -e" "xterm -e"; do
    # Program and switch are two words.
    command -v "${terminal% *}" >/dev/null && exec ${terminal} "$here/start-sixfold.sh"
  done
fi

wait_for_enter() { # the window would close before anybody has read why it ended
  if [ -t 0 ]; then printf 'Enter closes this window. '; read -r _; fi
}

for python in python3 python3.14 python3.13 python3.12 python3.11 python; do
  if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    "$python" "$here/start.py" "$@" && exit
    status=$?
    wait_for_enter
    exit "$status"
  fi
done
echo "Sixfold needs Python 3.11 or newer, which was not found on this computer." >&2
echo "Linux: install the packages python3 and python3-venv. Mac: install Python from python.org." >&2
wait_for_enter
exit 1
