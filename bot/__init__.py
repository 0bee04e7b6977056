"""Idle Year: Accordion and its relatives, played on Discord."""
