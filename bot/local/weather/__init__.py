"""How hard the wire is: limits, faults, dropped connections, and the clock that they go by."""
