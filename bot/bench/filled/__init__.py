"""Databases and servers, filled as by very many people."""
