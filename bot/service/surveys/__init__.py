"""Surveys of all kinds: on this machine or on many, in one go or with breaks."""
