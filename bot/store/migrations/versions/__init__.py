"""One file per schema change, named by its number."""
