"""Games: dealing, moving, racing, bringing and finding them."""
