"""A second opinion on request bodies: Discord's own OpenAPI description."""

import functools
import json
import logging
import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from small_discord.limits.errors import ApiError

if TYPE_CHECKING:
    from jsonschema_rs import Draft202012Validator, ValidationError

_log = logging.getLogger(__name__)

_PARAMETER = re.compile(r"\{[^}]*\}")


class SpecMissing(Exception):  # noqa: N818  named for the situation
    """The description, or the library that reads it, is missing."""


class Spec:
    """Validates bodies by method and path; caches the validators and, of each, the last body that passed."""

    def __init__(self, path: Path) -> None:
        try:
            from jsonschema_rs import Draft202012Validator, Registry
        except ImportError:
            raise SpecMissing(
                "Checking against Discord's OpenAPI file needs jsonschema-rs: pip install jsonschema-rs"
            ) from None
        try:
            document = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise SpecMissing(f"Discord's OpenAPI file {path} cannot be read: {error}") from None
        try:
            schemas, paths = document["components"]["schemas"], document["paths"]
            ids = schemas["SnowflakeType"]
        except (KeyError, TypeError):
            raise SpecMissing(f"{path} is not Discord's OpenAPI file.") from None
        # Discord accepts numeric ids too, which its description does not say and discord.py relies on.
        schemas["SnowflakeType"] = {"anyOf": [ids, {"type": "integer", "minimum": 0}]}
        self._registry = Registry([("spec:", document)])
        self._validator = Draft202012Validator
        self._paths = {_shape(template): (template, item) for template, item in paths.items()}
        self._known: dict[tuple[str, str], Draft202012Validator | None] = {}
        self._passed: dict[tuple[str, str], object] = {}

    def check(self, method: str, path: str, body: object) -> None:
        """Raise ApiError for a body that the description forbids; the path keeps its {parameters}."""
        key = (method, path)
        if key not in self._known:
            self._known[key] = self._make(method, path)
        elif self._passed.get(key) == body:  # all commands, again and again, which takes a fifth of a second
            return
        validator = self._known[key]
        error = None if validator is None else next(validator.iter_errors(body), None)
        if error is not None:
            error = _innermost(error)
            place = ".".join(map(str, error.instance_path)) or "the body"
            message = (
                f"Not what the OpenAPI description allows for {method} {path}: {place}: {error.message:.300}"
            )
            _log.error(message)
            raise ApiError(400, 50035, message)
        self._passed[key] = body

    def _make(self, method: str, path: str) -> "Draft202012Validator | None":
        template, item = self._paths.get(_shape(path), ("", {}))
        operation = item.get(method.lower(), {})
        if "application/json" not in operation.get("requestBody", {}).get("content", {}):
            return None
        keys = ("paths", template, method.lower(), "requestBody", "content", "application/json", "schema")
        pointer = "/".join(quote(key.replace("~", "~0").replace("/", "~1"), safe="~") for key in keys)
        return self._validator({"$ref": f"spec:#/{pointer}"}, registry=self._registry)


@functools.cache
def read_spec(path: Path) -> Spec:
    """Read the description once, for any number of Discords; raise SpecMissing if that is impossible."""
    return Spec(path)


def _innermost(error: "ValidationError") -> "ValidationError":
    """Return the error inside the alternative that was meant: the one whose `type` fits, if any."""
    while alternatives := getattr(error.kind, "context", None):
        above = len(error.instance_path)
        meant = min(alternatives, key=lambda errors: _misses_type(errors, above))
        error = max(meant, key=lambda inner: len(inner.instance_path))
    return error


def _misses_type(errors: "list[ValidationError]", above: int) -> bool:
    return any(error.instance_path[above:] in (["type"], []) for error in errors)


def _shape(path: str) -> str:
    return _PARAMETER.sub("{}", path)
