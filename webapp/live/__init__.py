"""Live tables: what a table's page is rendered from, and how it reaches every device."""
