"""Thinking that is fair: threads for what is short; processes or a cluster for what is long."""
