"""What a table's page is made of, and how it reaches every phone."""
