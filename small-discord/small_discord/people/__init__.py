"""People at their keyboards: what they see and what they can do."""
