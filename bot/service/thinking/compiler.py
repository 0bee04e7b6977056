"""Compiling for the bot, and ending with it: `python -m bot.service.thinking.compiler PACKAGE`."""

from __future__ import annotations

from bot.service.thinking.own_process import end_with_bot
from bot.solvers.__main__ import main

if __name__ == "__main__":
    end_with_bot()
    main()
