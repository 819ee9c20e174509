"""HTTP without tables: language, cookies, headers, static files, metrics, limits and rate limits."""
