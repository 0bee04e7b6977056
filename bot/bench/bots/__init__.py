"""Bots to measure, ours and simpler ones beside it, in this process or in their own."""
