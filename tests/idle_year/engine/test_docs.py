"""The examples in the engine's docstrings."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import idle_year.engine

MODULES = [module.name for module in pkgutil.walk_packages(idle_year.engine.__path__, "idle_year.engine.")]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_are_true(name: str) -> None:
    """Every example in a docstring prints what it says."""
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples() -> None:
    """There are examples in docstrings, so that it means something that all are true."""
    assert doctest.testmod(importlib.import_module("idle_year.engine.cards")).attempted > 0
