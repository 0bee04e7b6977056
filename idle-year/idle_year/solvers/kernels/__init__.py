"""Kernels that several packages share; they enter into the name of every cache."""
