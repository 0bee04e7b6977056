"""The public message of a race, kept up to date."""
