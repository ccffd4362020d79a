"""How the deals of Dealer Open Pai Gow are counted.

suits         hands up to a change of suits
census        every hand: its awards, its jacks, its branch of the house way
ace_high_tie  pairs of ace-high hands
staircases    what a hand is to the Pai Gow wager, as the dealer's and as a player's
sweep         pairs of disjoint hands
deals         all deals, won and lost by best play and by copying
costs         what another setting of each hand would earn the house
bench         every placement that a line may ask for, of every hand
workshop      a house way of lines on that bench
exact         the odds of the Pai Gow wager
set_hand      every way to set one hand
"""
