from houseway.games import game
from houseway.rule import RULES


def test_a_rule_knows_its_game_clauses_and_place():
    found = {rule.name: rule for rule in game("super-pan-9").rules}
    rule = found["dealer_draws"]
    assert rule.clauses == ("7", "7.i", "7.ii")
    assert rule.place.startswith("games/super_pan_9/rules.py:")
    assert rule.sentence == "Draw on 0 through 5, stand on 6 through 9."


def test_a_rule_is_the_function_itself():
    from houseway.games.super_pan_9 import rules

    assert any(rule.function is rules.dealer_draws for rule in RULES)


def test_common_rules_belong_to_no_game():
    common = {rule.name for rule in RULES if not rule.clauses}
    assert {"rank", "suit", "size", "point", "value"} <= common
