"""Every change of the tables, in order; Alembic runs them."""
