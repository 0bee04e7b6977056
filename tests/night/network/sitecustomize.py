"""The network of a machine on which a page is followed: Discord's address leads to the Discord of a test."""

import os
from contextlib import ExitStack
from importlib.util import find_spec

for_good = ExitStack()
if find_spec("small_discord") is not None:
    from small_discord import point_client_at

    for_good.enter_context(point_client_at(os.environ["DISCORD"]))
