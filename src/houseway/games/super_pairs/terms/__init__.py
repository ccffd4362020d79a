"""How each wager of Super Pairs ends, for the table and for the lab.

blackjack  a hand, and insurance
bonuses    the wagers that the deal decides, on the felt and of the jackpots
busting    the Bust Bonus
jackpots   what winners take from a meter, and how a meter grows
"""
