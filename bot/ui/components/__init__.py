"""The parts of messages: buttons, selects, modals and notes, and what a press on them says."""
