"""The measurements behind `idleyear bench`, and what they need: bots beside ours, people, full databases."""
