"""Modals and autocomplete answers: what opens, what is refused."""

from typing import Any

import pytest

from problems import found, named
from small_discord.limits.commands import check_autocomplete
from small_discord.limits.errors import ApiError
from small_discord.limits.modals import check_modal


def text_input(**fields: Any) -> dict[str, Any]:
    """Return a text input."""
    return {"type": 4, "custom_id": "moves", "style": 1} | fields


def label(component: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """Return a label around a field."""
    return {"type": 18, "label": "Moves", "component": component} | fields


def modal(*components: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """Return a modal."""
    return {"title": "Type moves", "custom_id": "form", "components": list(components)} | fields


MENU = {"type": 3, "custom_id": "menu", "options": [{"label": "One", "value": "1"}]}
REFUSED = {
    "a long title": (modal(label(text_input()), title="x" * 46), "title", "BASE_TYPE_BAD_LENGTH"),
    "nothing in it": (modal(), "components", "BASE_TYPE_BAD_LENGTH"),
    "six fields": (
        modal(*(label(text_input(custom_id=str(n))) for n in range(6))),
        "components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a long label": (
        modal(label(text_input(), label="x" * 46)),
        "components.0.label",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "an old input without label": (
        modal({"type": 1, "components": [text_input()]}),
        "components.0.components.0.label",
        "BASE_TYPE_REQUIRED",
    ),
    "a long placeholder": (
        modal(label(text_input(placeholder="x" * 101))),
        "components.0.component.placeholder",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "a long value": (
        modal(label(text_input(value="x" * 4001))),
        "components.0.component.value",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "a length beyond the most": (
        modal(label(text_input(max_length=4001))),
        "components.0.component.max_length",
        "NUMBER_TYPE_MAX",
    ),
    "bounds that cross": (
        modal(label(text_input(min_length=3, max_length=2))),
        "components.0.component.min_length",
        "TEXT_INPUT_MIN_LENGTH_INVALID",
    ),
    "a value beyond the most": (
        modal(label(text_input(value="xyz", max_length=2))),
        "components.0.component.value",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "a button": (
        modal(label({"type": 2, "custom_id": "b"})),
        "components.0.component.type",
        "UNION_TYPE_CHOICES",
    ),
    "a bare input": (modal(text_input()), "components.0.type", "UNION_TYPE_CHOICES"),
    "a radio group": (
        modal(label({"type": 21, "custom_id": "f"})),
        "components.0.component.type",
        "NOT_IMPLEMENTED",
    ),
    "eleven files": (
        modal(label({"type": 19, "custom_id": "f", "max_values": 11})),
        "components.0.component.max_values",
        "NUMBER_TYPE_MAX",
    ),
    "the same custom_id twice": (
        modal(label(text_input()), label(text_input())),
        "components.1.component.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
}


@pytest.mark.parametrize("name", named(REFUSED, not_implemented="a radio group"))
def test_refused_modals(name: str) -> None:
    """A modal beyond a limit is refused with the path to the field."""
    bad, path, code = REFUSED[name]
    with pytest.raises(ApiError) as refusal:
        check_modal(bad)
    assert found(refusal.value) == {path: code}


def test_a_full_modal_opens() -> None:
    """A modal may hold old rows, labels, menus and text side by side."""
    old = {"type": 1, "components": [text_input(custom_id="old", label="Old")]}
    check_modal(modal(label(text_input(max_length=4000)), label(MENU), old, {"type": 10, "content": "Hint"}))


@pytest.mark.parametrize(
    ("choices", "path"),
    [
        ([{"name": "x", "value": "x"}] * 26, "choices"),
        ([{"name": "x" * 101, "value": "x"}], "choices.0.name"),
        ([{"name": "", "value": "x"}], "choices.0.name"),
        ([{"name": "x", "value": "x" * 101}], "choices.0.value"),
        ([{"name": "x"}], "choices.0.value"),
        (None, "choices"),
    ],
)
def test_refused_choices(choices: Any, path: str) -> None:
    """An autocomplete offers at most 25 choices of at most 100 characters."""
    with pytest.raises(ApiError) as refusal:
        check_autocomplete({"choices": choices})
    assert list(found(refusal.value)) == [path]


def test_choices_at_the_limit() -> None:
    """Choices may be text or numbers, as many and as long as Discord allows."""
    check_autocomplete(
        {"choices": [{"name": "x" * 100, "value": "x" * 100}] * 24 + [{"name": "1", "value": 1}]}
    )
