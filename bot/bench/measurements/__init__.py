"""What `idleyear bench` measures: one file a measurement."""
