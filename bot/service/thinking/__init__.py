"""Thinking that is fair: threads for what is short; worker processes for what is long."""
