"""Find whether there is a puzzle of a deal, without reading all of them."""

from __future__ import annotations

from alembic import op

revision = "1.0011"
down_revision = "1.0010"


def upgrade() -> None:
    """Add the index."""
    op.create_index("puzzles_of_a_deal", "puzzles", ["seed"])


def downgrade() -> None:
    """Drop the index."""
    op.drop_index("puzzles_of_a_deal", "puzzles")
