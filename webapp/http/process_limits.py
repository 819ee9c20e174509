"""Limits of the server process: its open files, its garbage collector."""

import gc
import sys

from webapp.http.limits import FILES_KEPT_FREE, FILES_OF_NO_CONNECTION, MOST_OPEN_FILES

SELDOM = 20_000, 20, 50
"""Objects made since the last run of the collector, and runs over young and over older ones before the next."""


def raise_open_file_limit() -> None:
    """Raises the limit of open files as far as the process may. Many systems begin at 1,024."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = MOST_OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_OPEN_FILES)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def streams_allowed() -> int:
    """Returns how many live streams leave enough open files for everything else."""
    files = _open_files_allowed()
    return max(files - FILES_KEPT_FREE, files // 2)


def connections_allowed() -> int:
    """Returns how many connections, streams among them, leave enough open files for everything else."""
    files = _open_files_allowed()
    return max(files - FILES_OF_NO_CONNECTION, files * 3 // 4)


def _open_files_allowed() -> int:
    if sys.platform == "win32":
        return MOST_OPEN_FILES
    import resource

    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_OPEN_FILES if soft == resource.RLIM_INFINITY else soft


def collect_garbage_seldom() -> None:
    """Makes the garbage collector run seldom: a starting program makes thousands of objects, and keeps them."""
    gc.set_threshold(*SELDOM)


def freeze_garbage_collector() -> None:
    """Excludes the objects loaded now from garbage collection, and makes the collector run seldom on the rest.

    A full collection over what is loaded takes 0.16 s, in which nobody is answered. An accepted play costs 1 % less.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)
