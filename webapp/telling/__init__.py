"""Log and desk of a table told once, item by item, for one viewer; the forms that look back choose from it."""
