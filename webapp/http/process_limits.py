"""Limits of the server process: open files, one for each live stream, and runs of the garbage collector."""

import gc
import sys

from webapp.http.limits import FILES_KEPT_FREE, MOST_OPEN_FILES


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
    if sys.platform == "win32":
        return MOST_OPEN_FILES
    import resource

    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_OPEN_FILES if soft == resource.RLIM_INFINITY else max(soft - FILES_KEPT_FREE, soft // 2)


def freeze_garbage_collector() -> None:
    """Excludes what is loaded now from garbage collection, and lets the collector run seldom on the rest.

    A page is thousands of objects, few of them in reference cycles, and idle streams are many more that stay.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
