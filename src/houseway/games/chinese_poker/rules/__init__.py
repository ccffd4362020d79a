"""The rules of Chinese poker, clause by clause.

hands      the pack, what the three hands of a player are worth and when they foul, bonuses
naturals   the thirteen cards that win at once
scoring    what one player owes another
posted     what an operator posts of its own: a table of units, prices of naturals, bonuses
"""
