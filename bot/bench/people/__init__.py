"""Those who play on a measured bot: many at once, and one who means it ill."""
