"""Everything a player reads on Discord: each sentence, label and grid, in its Markdown, and each picture."""
