"""Games as text: what a player reads on Discord, made from tables that know what may be seen."""
