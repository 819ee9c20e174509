"""Live tables: rendering a table's page, and sending it to every device."""
