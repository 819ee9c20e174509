"""What a server makes of its process: many open files, since each live phone is one, and little collecting."""

import gc
import sys

from webapp.http.limits import FILES_KEPT_FREE, MOST_OPEN_FILES


def allow_many() -> None:
    """Raises the limit of this process as far as it may by itself. Many systems begin at 1,024."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = MOST_OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_OPEN_FILES)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def streams_allowed() -> int:
    """Returns how many live streams leave enough for everything else."""
    if sys.platform == "win32":
        return MOST_OPEN_FILES
    import resource

    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_OPEN_FILES if soft == resource.RLIM_INFINITY else max(soft - FILES_KEPT_FREE, soft // 2)


def settle() -> None:
    """Keeps what is loaded now until the end: the collector need not look at it again at every turn.

    It looks seldom at the rest, too. A page is thousands of objects, few of them in circles, and the phones that only
    listen are many more that stay.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
