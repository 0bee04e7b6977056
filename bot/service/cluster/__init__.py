"""What surveys and long thinking share on a Dask cluster: its address, the connection, what workers need."""
