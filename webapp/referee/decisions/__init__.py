"""What people decided at a table, for everybody to read: rulings, adjustments, and what became of them."""
