"""Our own server without a rate limit of entries: a benchmark enters faster than people do; used as `webapp` is."""

from webapp.http import rate_limits

rate_limits.ENTRIES_AT_ONCE = 10**9

from webapp.cli import main  # noqa: E402

if __name__ == "__main__":
    main()
