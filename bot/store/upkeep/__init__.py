"""A whole database at once: migrated, backed up, checked, moved to another."""
