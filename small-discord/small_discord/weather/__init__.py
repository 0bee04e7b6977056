"""How rough the network is: limits, faults, dropped connections, and the clock they go by."""
