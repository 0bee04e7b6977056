"""Find the tries at a puzzle that is deleted, without reading those of everybody."""

from __future__ import annotations

from alembic import op

revision = "1.0014"
down_revision = "1.0013"


def upgrade() -> None:
    """Add the index."""
    op.create_index("tries_of_a_puzzle", "tries", ["puzzle"])


def downgrade() -> None:
    """Drop the index."""
    op.drop_index("tries_of_a_puzzle", "tries")
