"""What outsiders can check: signatures, the public log of roots, and witnesses."""
