"""Cards, and tables of them: as emoji, pictures, text or in words."""
