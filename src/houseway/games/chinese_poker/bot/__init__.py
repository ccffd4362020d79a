"""How bots play, in plain Python: a table needs no lab.

greedy   the strongest Back, then the strongest Middle: what is set for a seat that has left
likely   the settings of a hand that look best
stored   the stored strategies: hands, how each is set, which of them a hand leaves possible
player   the stored strategy at a table
"""
