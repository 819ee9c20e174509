"""What stands around single tables: evenings of many tables, who sits where, and what they come to."""
