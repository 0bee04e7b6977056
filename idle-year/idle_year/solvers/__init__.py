"""Find wins or prove that there are none; with hidden cards, weigh moves by what a player may know."""
