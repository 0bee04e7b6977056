"""The command line: `idleyear games`, `idleyear deal accordion`, and so on."""

from bot.cli.app import main

__all__ = ["main"]
