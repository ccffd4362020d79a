"""The rules of Dealer Open Pai Gow, clause by clause.

hands      what hands are worth and how the Pai Gow wager ends
bonuses    the optional wagers
house_way  how the document has the dealer set a hand
way_table  how a house's own way does
ways       house ways by name or content
piles      a hand as it is set, by the house way or in any other
"""
