"""The measurements, and what they need: bots beside ours, people, servers of very many people."""
