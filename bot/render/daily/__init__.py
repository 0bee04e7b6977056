"""What is read about dailies, and the digest of a server."""
