"""What presses lead to: each comes in through the limits and the inbox, then goes to its verb's handler."""
