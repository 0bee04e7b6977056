"""How press handlers register what a verb does; whatever goes wrong in it is explained."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from bot.ui.answers import explain
from bot.ui.components.presses import ACTIONS

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.ui.components.presses import Action, Interaction, Press


def on_press(verb: str) -> Callable[[Action], Action]:
    """Register what a verb does; any error is then explained to the person who pressed."""

    def register(action: Action) -> Action:
        @functools.wraps(action)
        async def guarded(interaction: Interaction, press: Press, values: list[str]) -> None:
            try:
                await action(interaction, press, values)
            except Exception as error:  # noqa: BLE001  discord.py would log it and leave the person waiting
                await explain(interaction, error)

        ACTIONS[verb] = guarded
        return action

    return register
