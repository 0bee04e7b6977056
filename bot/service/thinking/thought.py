"""What is handed to a worker and what comes back: plain values, which another process can unpickle."""

from __future__ import annotations

import socket
import traceback
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from bot.engine.errors import GameError
from bot.engine.rules import AnyRules
from bot.solvers.jit import CannotCompile
from bot.solvers.registry import at_hand, compile_package


class ThoughtFailed(Exception):  # noqa: N818  named as the situation
    """A worker met an error that nobody expected; the message is its traceback."""


class Thought(NamedTuple):
    """A function of this package to call elsewhere; it and its arguments are pickled."""

    think: Callable[..., Any]
    args: tuple[Any, ...]
    packages: tuple[str, ...]
    """The kernels to think with: those loaded in the bot's process, so that both find the same."""


class Outcome(NamedTuple):
    """What came of a thought."""

    value: Any = None
    fault: str | None = None
    """The traceback, if it failed."""

    def result(self) -> Any:
        """Return the value; raise ThoughtFailed if there is none."""
        if self.fault is not None:
            raise ThoughtFailed(self.fault)
        return self.value


def thought_about(rules: AnyRules, think: Callable[..., Any], *args: Any) -> Thought:
    """Return the thought of calling a function about a game, with the solvers that are ready here."""
    return Thought(think, args, tuple(at_hand(rules.family)))


def carry_out(thought: Thought) -> Outcome:
    """Think in this process; an error becomes part of the outcome, because not every one can be pickled."""
    try:
        load_kernels(thought.packages)
        return Outcome(thought.think(*thought.args))
    except Exception:  # noqa: BLE001  whatever it is, the bot's process raises and logs it
        return Outcome(fault=traceback.format_exc())


def load_kernels(packages: Iterable[str]) -> None:
    """Load packages of kernels, compiling those not in the cache; raise GameError if one cannot be compiled.

    The plain search would settle less, so the answer would depend on which machine gave it.
    """
    for package in packages:
        try:
            compile_package(package)
        except CannotCompile as error:
            raise GameError(
                f"The worker on {socket.gethostname()} cannot compile the solver `{package}` ({error}): "
                "mend that or stop the worker."
            ) from error
