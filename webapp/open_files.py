"""How many connections this process may have: each phone that is live is an open file."""

import sys

MOST = 65536
KEPT_FREE = 256
"""For requests beside the streams, the database and what is read from the disk."""


def allow_many() -> None:
    """Raises the limit of this process as far as it may by itself. Many systems begin at 1,024."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def streams_allowed() -> int:
    """Returns how many live streams leave enough for everything else."""
    if sys.platform == "win32":
        return MOST
    import resource

    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST if soft == resource.RLIM_INFINITY else max(soft - KEPT_FREE, soft // 2)
