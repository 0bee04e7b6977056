"""A second opinion on request bodies: Discord's own OpenAPI description."""

import functools
import json
import logging
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from small_discord.limits.errors import ApiError

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator, ValidationError

_log = logging.getLogger(__name__)

_PARAMETER = re.compile(r"\{[^}]*\}")


class SpecMissing(Exception):  # noqa: N818  named for the situation
    """The description, or the library that reads it, is missing."""


class Spec:
    """Validates bodies by method and path; caches the validators and, of each, the last body that passed."""

    def __init__(self, path: Path) -> None:
        try:
            from jsonschema import Draft202012Validator
            from referencing import Registry
            from referencing.jsonschema import DRAFT202012
        except ImportError:
            raise SpecMissing(
                "Checking against Discord's OpenAPI file needs jsonschema: pip install jsonschema"
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
        resource = DRAFT202012.create_resource(document)
        self._registry: Any = Registry().with_resource("spec:", resource)
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
            place = ".".join(map(str, error.absolute_path)) or "the body"
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
        pointer = "/".join(
            part.replace("~", "~0").replace("/", "~1")
            for part in (
                "paths",
                template,
                method.lower(),
                "requestBody",
                "content",
                "application/json",
                "schema",
            )
        )
        return self._validator({"$ref": f"spec:#/{pointer}"}, registry=self._registry)


@functools.cache
def read_spec(path: Path) -> Spec:
    """Read the description once, for any number of Discords; raise SpecMissing if that is impossible."""
    return Spec(path)


def _innermost(error: "ValidationError") -> "ValidationError":
    """Return the error inside the alternative that was meant: the one whose `type` fits, if any."""
    while error.context:
        alternatives: dict[object, list[ValidationError]] = {}
        for inner in error.context:
            alternatives.setdefault(inner.schema_path[0], []).append(inner)
        meant = min(alternatives.values(), key=_misses_type)
        error = max(meant, key=lambda inner: len(inner.absolute_path))
    return error


def _misses_type(errors: "list[ValidationError]") -> bool:
    return any(list(error.relative_path) in (["type"], []) for error in errors)


def _shape(path: str) -> str:
    return _PARAMETER.sub("{}", path)
