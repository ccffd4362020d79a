"""What every game of GAMES must keep, now and later."""

import random
from collections import Counter
from typing import get_type_hints

import pytest

from houseway.cards import names, rank
from houseway.errors import HousewayError, IllegalAnswer
from houseway.game import Game
from houseway.games import GAMES
from houseway.lab.verify import checks
from houseway.round import (
    CHANCE,
    DEALER,
    OUT_OF_CARDS,
    Arrange,
    Choose,
    Deal,
    Draw,
    Entry,
    Irregularity,
    Stake,
    Table,
    Wager,
    replay,
)
from houseway.round.record import record_from, settle
from houseway.round.ruling import Seat, Setup, postings
from houseway.rule import RULES, carriers_of, rules_of
from houseway.shoe import Shoe

EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
ROUNDS = 25


class Croupier:
    """Deals random rounds of any game: random settings, wagers, shoe and answers, all from one seed."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.random = random.Random(seed)
        self.setup = self._setup()
        order = list(game.table.pack(self.setup.settings))
        self.random.shuffle(order)
        self.shoe = Shoe(order)

    def _setup(self):
        for _ in range(50):
            try:
                settings = self.game.document.configure(self._settings())
                return self.game.setup(settings, self._wagers(settings))
            except HousewayError:
                continue
        settings = self.game.document.configure({})
        return self.game.setup(settings, self._wagers(settings))

    def _settings(self):
        given = {}
        for spec in self.game.document.settings:
            if self.random.random() < 0.5 or spec.type in ("money", "name", "percent", "ratio"):
                continue
            if spec.type == "flag":
                given[spec.id] = self.random.choice(["yes", "no"])
            elif spec.choices:
                given[spec.id] = self.random.choice(spec.choices)
            elif spec.type == "integer" and spec.least is not None and spec.most is not None:
                given[spec.id] = self.random.randint(spec.least, spec.most)
        return given

    def _wagers(self, settings):
        seats = settings.integer("seats") if "seats" in settings else 2
        taken = sorted(self.random.sample(range(1, seats + 1), self.random.randint(1, seats)))
        return {seat: self._bets(settings) for seat in taken}

    def _bets(self, settings):
        bets = {}
        for wager in self.game.document.wagers:
            offered = wager.before_deal and (not wager.offered or settings.flag(wager.offered))
            allowed = not wager.needs or any(other in bets for other in wager.needs)
            if offered and allowed and (wager.required or self.random.random() < 0.5):
                least = settings.integer(wager.least) if wager.least else 100
                most = settings.integer(wager.most) if wager.most else least * 20
                bets[wager.id] = self.random.randint(least, most)
        return bets

    def answer(self, question):
        if isinstance(question, Deal):
            return self.shoe.deal() if len(self.shoe) else OUT_OF_CARDS
        if isinstance(question, Draw):
            return self.random.randint(question.least, question.most)
        if isinstance(question, Choose):
            return self.random.choice(question.options)
        if isinstance(question, Wager):
            return self.random.choice([0, question.least, question.most])
        cards = list(question.cards)
        self.random.shuffle(cards)
        piles = []
        for count in question.sizes:
            piles.append(sum(1 << card for card in cards[:count]))
            cards = cards[count:]
        return tuple(piles)

    def play(self, watch=lambda table: None, limit=10_000):
        """A whole round; `watch` looks on before every answer."""
        table = Table(self.game.table.play, self.setup)
        for _ in range(limit):
            watch(table)
            asked = table.standing.asked
            if not asked:
                return table
            question = self.random.choice(asked)
            table.enter(Entry(question.seat, self.answer(question)))
        raise AssertionError("the round does not end")


def rounds(game):
    return (Croupier(game, seed) for seed in range(ROUNDS))


@EACH_GAME
def test_random_play_ends_with_a_ruling_on_every_wager(game):
    for croupier in rounds(game):
        table = croupier.play()
        ruled = Counter((payout.seat, payout.wager) for payout in table.standing.ruling)
        for seat in croupier.setup.seats:
            for wager in seat.wagers:
                assert ruled[seat.number, wager] >= 1


@EACH_GAME
def test_cards_are_conserved(game):
    for croupier in rounds(game):
        table = croupier.play()
        dealt = Counter(answer for event, answer in table.standing.events if isinstance(event, Deal))
        assert dealt <= Counter(game.table.pack(croupier.setup.settings))
        places = {event.to for event, _ in table.standing.events if isinstance(event, Deal)}
        assert sum(len(table.standing.cards(place)) for place in places) == dealt.total()


@EACH_GAME
def test_replay_equals_play_at_every_boundary(game):
    for croupier in rounds(game):
        standings = []
        table = croupier.play(lambda table, seen=standings: seen.append(table.standing))
        for count in {0, 1, len(table.entries) // 2, len(table.entries) - 1, len(table.entries)}:
            assert replay(game.table.play, croupier.setup, table.entries[:count]) == standings[count]


@EACH_GAME
def test_money_sums_to_zero_and_nobody_is_paid_below_nothing(game):
    for croupier in rounds(game):
        table = croupier.play()
        ruling = table.standing.ruling
        assert sum(line.cents for line in postings(ruling)) == 0
        for payout in ruling:
            assert payout.returned >= 0
            assert payout.commission >= 0
            assert payout.stake > 0 or payout.returned > 0  # a bonus that needs no stake of its own pays something
            assert payout.why
            assert payout.clause in {clause.id for clause in game.document.clauses}


@EACH_GAME
def test_every_cent_staked_is_ruled_upon(game):
    for croupier in rounds(game):
        table = croupier.play()
        staked = Counter()
        for seat in croupier.setup.seats:
            for cents in seat.wagers.values():
                staked[seat.number] += cents
        for event, answer in table.standing.events:
            if isinstance(event, Wager):
                staked[event.seat] += answer
            elif isinstance(event, Stake):
                staked[event.of] += event.cents
        ruled = Counter()
        for payout in table.standing.ruling:
            ruled[payout.seat] += payout.stake
        assert ruled == staked


@EACH_GAME
def test_a_wrong_answer_changes_nothing(game):
    def poke(table):
        before = table.standing
        for question in before.asked:
            for wrong in ("no such answer", -7, (), (1, 2, 3, 4, 5, 6, 7), 10**12):
                with pytest.raises(IllegalAnswer):
                    table.enter(Entry(question.seat, wrong))
        with pytest.raises(IllegalAnswer):
            table.enter(Entry(99, 0))
        with pytest.raises(IllegalAnswer):
            table.enter(Entry(CHANCE, Irregularity("no-such-thing")))
        assert table.standing == before

    for croupier in list(rounds(game))[:8]:
        croupier.play(poke)


@EACH_GAME
def test_every_default_is_a_legal_answer(game):
    def ask(table):
        for question in table.standing.asked:
            if isinstance(question, Choose | Arrange | Wager):
                question.check(question.default)

    for croupier in rounds(game):
        croupier.play(ask)


@pytest.mark.compiled
@EACH_GAME
def test_bots_answer_legally(game):
    for croupier in list(rounds(game))[:10]:

        def answer(question, croupier=croupier):
            if isinstance(question, Deal | Draw):
                return Croupier.answer(croupier, question)
            table = croupier.table
            return game.table.bot(question, table.standing, croupier.setup)

        croupier.answer = answer
        croupier.play(lambda table, croupier=croupier: setattr(croupier, "table", table))


@EACH_GAME
def test_a_void_round_returns_every_wager(game):
    kinds = [spec.id for spec in game.document.settings if spec.type == "control"]
    assert kinds, "the operator's written controls are settings"
    for croupier in list(rounds(game))[:10]:
        settings = croupier.setup.settings.but(**{kinds[0].replace("-", "_"): "void-round"})
        croupier.setup = game.setup(settings, {seat.number: seat.wagers for seat in croupier.setup.seats})
        table = Table(game.table.play, croupier.setup)
        for _ in range(croupier.random.randint(0, 20)):
            if table.standing.ruling is None:
                question = croupier.random.choice(table.standing.asked)
                table.enter(Entry(question.seat, croupier.answer(question)))
        if table.standing.ruling is None:
            table.enter(Entry(CHANCE, Irregularity(kinds[0])))
            assert all(payout.net == 0 and payout.award == "void" for payout in table.standing.ruling)
            staked = {(s.number, w) for s in croupier.setup.seats for w in s.wagers}
            assert staked <= {(payout.seat, payout.wager) for payout in table.standing.ruling}


def thirsty(game, setup):
    """A round that takes as many cards as chance and the players can make it, from one shoe; where it ends or stops."""
    left = Counter(game.table.pack(setup.settings))
    table = Table(game.table.play, setup)

    def card(to):
        """A pair to split, else the lowest card left."""
        have = table.standing.cards(to)
        copies = Counter(rank(card) for card in left.elements())
        if not have:
            return max(left, key=lambda card: (copies[rank(card)], rank(card) % 12))
        pairs = [card for card in left if rank(card) == rank(have[-1])]
        return pairs[0] if pairs else min(left, key=lambda card: (rank(card) + 1) % 13)

    while asked := table.standing.asked:
        question = asked[0]
        if isinstance(question, Deal):
            if not left:
                break
            answer = card(question.to)
            left -= Counter([answer])
        elif isinstance(question, Draw):
            answer = question.least
        else:
            wanted = [word for word in ("split", "hit", "draw") if word in getattr(question, "options", ())]
            answer = wanted[0] if wanted else question.default
        table.enter(Entry(question.seat, answer))
    return table


def fullest(game, **given):
    """The most seats at the fewest decks that may play a round."""
    few = {spec.id: spec.least for spec in game.document.settings if spec.id == "decks"}
    settings = game.document.configure(few | given)
    least = {w.id: settings.integer(w.least) if w.least else 1_00 for w in game.document.wagers if w.required}
    for seats in range(settings.integer("seats") if "seats" in settings else 6, 0, -1):
        try:
            return game.setup(settings, dict.fromkeys(range(1, seats + 1), least))
        except HousewayError:
            continue
    raise AssertionError("no table can be played")


@EACH_GAME
def test_a_game_that_can_run_out_of_cards_says_what_follows(game):
    table = thirsty(game, fullest(game))
    ran_out = table.standing.ruling is None
    known = {spec.id: spec for spec in game.document.settings}
    assert ran_out == (OUT_OF_CARDS.kind in known)
    if not ran_out:
        with pytest.raises(IllegalAnswer, match="does not run out of cards"):
            Table(game.table.play, fullest(game)).enter(Entry(CHANCE, OUT_OF_CARDS))


def test_nine_seats_with_one_deck_would_run_out_in_super_pan_9():
    """The fault that the ruling one-deck-seats keeps away, and that the test above would find."""
    pan = next(game for game in GAMES if game.id == "super-pan-9")
    setup = fullest(pan)
    assert len(setup.seats) == 8
    nine = Setup(setup.settings, (*setup.seats, Seat(9, setup.seats[0].wagers)))
    assert thirsty(pan, nine).standing.ruling is None


RUN_OUT = [
    (game, choice)
    for game in GAMES
    for spec in game.document.settings
    if spec.id == OUT_OF_CARDS.kind
    for choice in spec.choices
]


@pytest.mark.parametrize("game, choice", RUN_OUT, ids=[f"{game.id}-{choice}" for game, choice in RUN_OUT])
def test_a_round_with_every_card_on_the_table_is_void_under_either_setting(game, choice):
    setup = fullest(game, **{OUT_OF_CARDS.kind: choice})
    table = thirsty(game, setup)
    staked = Counter({seat.number: sum(seat.wagers.values()) for seat in setup.seats})
    for event, _ in table.standing.events:
        if isinstance(event, Stake):
            staked[event.of] += event.cents
    table.enter(Entry(CHANCE, OUT_OF_CARDS))
    ruling = table.standing.ruling
    assert {payout.award for payout in ruling} == {"void"}
    returned = Counter()
    for payout in ruling:
        returned[payout.seat] += payout.returned
    assert returned == staked
    record = {
        "game": game.id,
        "settings": {"decks": 1, OUT_OF_CARDS.kind: choice},
        "dealer": {"cards": names(table.standing.cards(DEALER))},
        "seat": [
            {
                "number": seat.number,
                "cards": names(table.standing.cards(seat.number)),
                "wagers": {wager: f"{cents / 100:.2f}" for wager, cents in seat.wagers.items()},
            }
            for seat in setup.seats
        ],
        "entries": [
            [entry.seat, {"irregularity": entry.answer.kind} if entry.answer == OUT_OF_CARDS else entry.answer]
            for entry in table.entries
        ],
    }
    assert settle(record_from(record))[0] == ruling


@EACH_GAME
def test_settings_are_read_as_they_are_shown(game):
    """A table's journal keeps its defaults as they are shown, so that it is replayed with them ever after."""
    defaults = game.document.configure({})
    assert game.document.configure(defaults.show()) == defaults


@EACH_GAME
def test_every_clause_is_accounted_for(game):
    document = game.document
    _ = game.table
    cited = {clause for rule in carriers_of(game.id) for clause in rule.clauses}
    known = {clause.id for clause in document.clauses}
    assert cited <= known, "a rule cites a clause that the document does not have"
    cited |= {clause.id for clause in document.clauses if clause.procedure}
    cited |= {item.clause for items in (document.wagers, document.settings, document.paytables) for item in items}
    cited |= {clause for ruling in document.rulings for clause in ruling.clauses}
    assert known - cited == set()


@EACH_GAME
def test_every_rule_says_what_it_rules(game):
    _ = game.table
    assert rules_of(game.id)
    for rule in rules_of(game.id):
        assert rule.clauses, f"{rule.name} cites no clause"
        assert len(rule.sentence) > 10


@pytest.mark.compiled
@EACH_GAME
def test_every_rule_compiles_to_its_annotated_types(game):
    import numba

    from houseway.lab.kernel import kernel

    _ = game.odds
    kernel(_nothing)  # hands every rule known so far to the compiler
    for rule in RULES:
        if rule.game not in ("", game.id):
            continue
        hints = get_type_hints(rule.function)
        returns = numba_type(hints.pop("return"))
        signature = tuple(numba_type(hint) for hint in hints.values())
        compiled = numba.njit(rule.function)
        compiled.compile(signature)
        got = compiled.overloads[signature].signature.return_type
        assert same_shape(got, returns), f"{rule.name} compiles to {got}, not {returns}"


def _nothing():
    return 0


def numba_type(hint):
    """The compiled type of an annotation: int, bool, fixed tuples and NamedTuples of these."""
    from numba import types

    if hint is bool:
        return types.boolean
    if isinstance(hint, type) and issubclass(hint, int):
        return types.int64
    fields = getattr(hint, "__annotations__", None)
    if fields is not None and hasattr(hint, "_fields"):
        return types.NamedTuple([numba_type(get_type_hints(hint)[name]) for name in hint._fields], hint)
    return types.Tuple([numba_type(each) for each in hint.__args__])


def same_shape(got, want):
    from numba import types

    if isinstance(want, types.BaseTuple):
        return len(got) == len(want) and all(map(same_shape, got, want))
    if want == types.boolean:
        return isinstance(got, types.Boolean)
    return isinstance(got, types.Integer | types.IntegerLiteral | types.IntEnumMember)


@pytest.mark.compiled
@EACH_GAME
def test_every_printed_figure_is_reproduced(game):
    for check in checks(game):
        assert check.agrees, f"{check.figure}: printed {check.printed}, computed {check.chosen.shown}"
