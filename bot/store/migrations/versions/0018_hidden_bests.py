"""Mark the best results of players who hide, so that leaderboards need not look up every player."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"

_IN_ORDER = ["unwon", "assisted", "left", "moves", "seconds", "player"]

# Triggers keep the mark right whichever version of the program saves a result, or hides a player.
_TRIGGERS = {
    "sqlite": (
        """
        CREATE TRIGGER best_saved AFTER INSERT ON bests
        WHEN EXISTS (SELECT 1 FROM hidden_players WHERE player = NEW.player AND guild IN (0, NEW.guild))
        BEGIN
            UPDATE bests SET hidden = true
            WHERE player = NEW.player AND guild = NEW.guild AND game = NEW.game AND period = NEW.period;
        END
        """,
        """
        CREATE TRIGGER player_hidden AFTER INSERT ON hidden_players
        BEGIN
            UPDATE bests SET hidden = true WHERE player = NEW.player AND NEW.guild IN (0, guild);
        END
        """,
        """
        CREATE TRIGGER player_shown AFTER DELETE ON hidden_players
        BEGIN
            UPDATE bests SET hidden = EXISTS (
                SELECT 1 FROM hidden_players AS others
                WHERE others.player = OLD.player AND others.guild IN (0, bests.guild)
            )
            WHERE player = OLD.player AND OLD.guild IN (0, guild);
        END
        """,
    ),
    "postgresql": (
        # Whoever is shown again at this moment waits for the result, or the result for them. The functions
        # are already there if an older dump was restored over a newer database.
        """
        CREATE OR REPLACE FUNCTION mark_best() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            PERFORM 1 FROM hidden_players WHERE player = NEW.player AND guild IN (0, NEW.guild) FOR KEY SHARE;
            NEW.hidden := NEW.hidden OR FOUND;
            RETURN NEW;
        END $$
        """,
        "CREATE TRIGGER best_saved BEFORE INSERT ON bests FOR EACH ROW EXECUTE FUNCTION mark_best()",
        """
        CREATE OR REPLACE FUNCTION mark_bests() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
            whose bigint := coalesce(NEW.player, OLD.player);
            there bigint := coalesce(NEW.guild, OLD.guild);
        BEGIN
            UPDATE bests SET hidden = EXISTS (
                SELECT 1 FROM hidden_players AS hiding
                WHERE hiding.player = whose AND hiding.guild IN (0, bests.guild)
            )
            WHERE player = whose AND there IN (0, guild);
            RETURN NULL;
        END $$
        """,
        """
        CREATE TRIGGER player_hidden_or_shown AFTER INSERT OR DELETE ON hidden_players
        FOR EACH ROW EXECUTE FUNCTION mark_bests()
        """,
    ),
}
_NO_TRIGGERS = {
    "sqlite": ("DROP TRIGGER best_saved", "DROP TRIGGER player_hidden", "DROP TRIGGER player_shown"),
    "postgresql": ("DROP FUNCTION mark_best() CASCADE", "DROP FUNCTION mark_bests() CASCADE"),
}
_MARK = """
    UPDATE bests SET hidden = true WHERE EXISTS (
        SELECT 1 FROM hidden_players WHERE player = bests.player AND guild IN (0, bests.guild)
    )
"""


def upgrade() -> None:
    """Add the mark, and put it first among what leaderboards are ordered by."""
    op.add_column("bests", sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false()))
    # First, so that nobody can hide in between and be overlooked by both.
    _run(_TRIGGERS)
    op.execute(_MARK)
    _order("hidden", *_IN_ORDER)


def downgrade() -> None:
    """Drop the mark; it says nothing that the table of those who hide does not."""
    _order(*_IN_ORDER)
    _run(_NO_TRIGGERS)
    op.drop_column("bests", "hidden")


def _run(statements: dict[str, tuple[str, ...]]) -> None:
    for statement in statements[op.get_bind().dialect.name]:
        op.execute(statement)


def _order(*columns: str) -> None:
    op.drop_index("bests_in_order", "bests")
    op.create_index("bests_in_order", "bests", ["guild", "game", "period", *columns])
