"""The daily challenge: which deal it is, when it is made, and the digest of who played it."""
