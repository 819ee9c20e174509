"""What several kinds of pages about a table share."""
