"""The board of a game: its text or picture, its title, and the buttons and selects that make moves."""
