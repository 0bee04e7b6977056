"""The daily, and the digest that tells a server about it."""
