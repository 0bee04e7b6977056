"""Why a person cannot do something."""


class Refused(Exception):  # noqa: N818  named for the situation
    """Discord does not let a person do this; the text says why in a sentence."""
