"""The games of Accordion, in two packages: those in which no move is forced, and those in which moves are."""
