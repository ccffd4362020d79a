"""The rules of Super Pairs.

blackjack      cards, hands, what a player may do, how the dealer draws
spot           a spot and its hands as they are played
bonuses        which awards two cards and the dealer's hold
busting        which award a busted dealer's hand is
jackpots       what a hand takes from a meter, and what a wager adds to it
configuration  a table's settings and each seat's wagers against the document
"""
