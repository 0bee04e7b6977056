"""Which version of Idle Year this is."""

from importlib.metadata import PackageNotFoundError, version


def installed_version() -> str:
    """Return the version that is installed; `unknown` where Idle Year is run from its folder without that."""
    try:
        return version("idle-year")
    except PackageNotFoundError:
        return "unknown"
