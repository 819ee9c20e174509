"""Records as files: what goes out to whom, the fingerprint, and what comes in."""
