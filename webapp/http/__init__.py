"""Plain HTTP: language, cookies, headers, static files, metrics and rate limits. Knows no table."""
