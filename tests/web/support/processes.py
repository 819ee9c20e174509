"""Processes that were started."""

import subprocess

Process = subprocess.Popen[bytes]
