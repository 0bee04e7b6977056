"""Kernels that several packages share; each is part of the name of every cache."""
