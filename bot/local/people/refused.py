"""Why a person cannot do something."""


class Refused(Exception):  # noqa: N818  named as the situation
    """The platform does not let a person do this; the text says why in a sentence."""
