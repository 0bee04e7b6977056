"""The games of Marriage, in three packages: blocks that may leave or must leave, and pairs."""
