"""Looking back: the film, the log, score sheets, records in and out."""
