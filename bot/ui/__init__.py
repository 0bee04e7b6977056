"""The pieces of Discord that all cogs share: boards, presses and answers."""
