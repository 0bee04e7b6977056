"""A request's body: JSON, and files where there are any."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that the bot or a person sends."""

    filename: str
    content: bytes

    def __str__(self) -> str:
        """Return its name, as shown in the line of a command."""
        return self.filename


@dataclass(frozen=True, slots=True)
class Body:
    """The JSON of a request, with its files by their number in ``files[n]``."""

    json: Any
    files: dict[int, Upload] = field(default_factory=dict)
