"""Everything that is asked of the database and written to it: one file for each concern."""
