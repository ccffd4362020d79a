"""Super Pan 9."""
