"""What befalls gateway connections now and then."""

import asyncio
from collections.abc import Callable, Iterable
from enum import Enum

from bot.local.gateway.socket import Connection
from bot.local.weather.weather import Weather


class Storm(Enum):
    """What can befall a connection; after the last of them, its session is over."""

    DROP = "the connection ends without a word"
    RECONNECT = "op 7: the client is asked to come back on another connection"
    RESUME = "op 9: the session is to be resumed"
    INVALID = "op 9: the session is over"


class Storms:
    """Comes over the connections as often as the weather says."""

    def __init__(self, weather: Weather, connections: Callable[[], Iterable[Connection]]) -> None:
        self._weather = weather
        self._connections = connections

    async def blow(self) -> None:
        """Go on until cancelled."""
        while True:
            await asyncio.sleep(1)
            for connection in tuple(self._connections()):
                if self._weather.storm_luck.random() < self._weather.storms_a_minute / 60:
                    strike(connection, self._weather.storm_luck.choice(tuple(Storm)))


def strike(connection: Connection, storm: Storm) -> None:
    """Let a storm befall a connection."""
    match storm:
        case Storm.DROP:
            connection.drop()
        case Storm.RECONNECT:
            connection.ask_reconnect()
        case Storm.RESUME:
            connection.invalidate(resumable=True)
        case Storm.INVALID:
            connection.invalidate(resumable=False)
