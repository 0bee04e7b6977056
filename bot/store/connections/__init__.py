"""Connections to SQLite and PostgreSQL, transactions on them, and what goes wrong with them."""
