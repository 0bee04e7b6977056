"""Every change to the tables, in order; Alembic runs them."""
