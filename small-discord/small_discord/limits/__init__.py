"""Discord's limits, each with the error that Discord returns."""
