"""How the hands of Chinese poker are counted, and how a strategy is found and measured."""
