"""Journals of tables and evenings: kinds of lines, the keys that they are asked under, how one is added."""
