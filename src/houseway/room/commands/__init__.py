"""Commands on their way to disk: checked, waiting in line, committed together; and bots, which think elsewhere."""
