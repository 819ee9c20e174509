"""Records as files: downloads by viewer, the fingerprint, uploads."""
