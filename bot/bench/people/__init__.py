"""Those who play on a measured bot: many at once, and a malicious one."""
