"""What the browser is served: the page, its assets, its websocket."""
