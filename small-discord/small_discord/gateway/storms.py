"""What happens to gateway connections now and then."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable

from small_discord.gateway.socket import Connection
from small_discord.weather import Befallen, Storm, Weather

_log = logging.getLogger(__name__)


class Storms:
    """Hits the connections that have a session, as often as the weather says."""

    def __init__(self, weather: Weather, connections: Callable[[], Iterable[Connection]]) -> None:
        self._weather = weather
        self._connections = connections

    async def blow(self) -> None:
        """Run until cancelled."""
        while True:
            await asyncio.sleep(1)
            for connection in tuple(self._connections()):
                if (
                    connection.in_session
                    and self._weather.storm_luck.random() < self._weather.storms_a_minute / 60
                ):
                    storm = self._weather.storm_luck.choice(tuple(Storm))
                    self._weather.befallen.append(Befallen("/gateway", storm))
                    _log.debug("A storm: %s", storm.value)
                    strike(connection, storm)


def strike(connection: Connection, storm: Storm) -> None:
    """Let a storm hit a connection."""
    match storm:
        case Storm.DROP:
            connection.drop()
        case Storm.RECONNECT:
            connection.ask_reconnect()
        case Storm.RESUME:
            connection.invalidate(resumable=True)
        case Storm.INVALID:
            connection.invalidate(resumable=False)
