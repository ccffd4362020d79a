"""How the sums of Super Pairs are factorised.

census         one count of all deals for every bonus paytable
bust_bonus     every way in which the dealer busts
dealer_tree    every end of the dealer's hand, every hand of a player
solver         the best play against one up-card, in doubles
split_weights  how many hands a split makes, and what they know of each other
splits         how split hands are played, in doubles
residues       the value of a way to play in whole numbers modulo primes
tally          those put together: how a unit ends, exactly
split_rounds   how the hands of a split end together, drawn
split_terms    the hands of a split as polynomials
split_law      how the hands of a split end together, counted
round_law      the law of a round, start by start
base_rules     the rules as numbers, and the terms on which a hand ends
base_game      a shoe under rules, and ways to play it
base_odds      the odds of the blackjack wager and of insurance
chart          one decision for each total
advice         what each answer is worth at the table
"""
