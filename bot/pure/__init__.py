"""Rules that the store, the service and the renderer share: values in, values out."""
