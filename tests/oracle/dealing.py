"""Random rounds by the engine under test: random settings, wagers, cards, answers and supervisor's calls.

Cards come from a shoe that favours a few ranks and suits, so that rare hands are dealt often.
"""

import random
from collections.abc import Sequence
from typing import Any

from houseway.cards import mask, parse_cards, rank, suit
from houseway.document.controls import controls_of
from houseway.document.settings import Settings
from houseway.errors import HousewayError, IllegalAnswer
from houseway.game import Game
from houseway.round.driver import DEALER, Driver
from houseway.round.questions import Answer, Arrange, Choose, Deal, Draw, Entry, Irregularity, Question
from houseway.round.record import written
from houseway.round.shuffle import shuffled_again

KEPT = {  # what a round must not be refused for
    "super-pairs": {"games-per-hand": 9, "games-above": 9, "games-counted": "wagered", "jackpot-link": "none"},
    "dealer-open-pai-gow": {"games-per-hand": 9, "games-above": 9, "house-way": "document"},
}
AMOUNTS = {"unit": 1000, "jackpot-wager": 1000, "envy-least": 5000}  # drawn up to so many cents
AMOUNTS |= {f"{name}-jackpot-wager": 1000 for name in ("super-pairs", "lucky-ladies", "21-plus-3")}
PACKETS = {"supreme-99": 4, "dealer-open-pai-gow": 7, "chinese-poker": 13}  # each favours cards of its own
JACKPOTS = ("super-pairs", "lucky-ladies", "21-plus-3")
LONG_HANDS = ("pair", "two-pairs", "straight", "flush", "full-house", "four-of-a-kind", "straight-flush", "royal-flush")
FOLLOW = {  # what may follow from a call in controls of one's own
    "seat": ("play-on", "void-hand", "forfeit-hand", "void-round", "replace-card", "another-card"),
    "dealer": ("play-on", "void-round", "replace-card", "reset-dealer"),
    "round": ("play-on", "void-round"),
}
STAGES = ("deal", "play", "reveal")
OWN = ("misdeal", "card-off-the-table", "telephone")  # the first stands for the setting of its name
UNCHANGED = ("seats", "penetration", "split-rounds", "players", "other-players")


class Dealer:
    """One round, all of it from one seed."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.random = random.Random(f"{game.id} {seed}")
        while True:
            try:
                self.settings = self._settings()
                self.setup = game.setup(self.settings, self._wagers())
                break
            except HousewayError:
                continue
        self.kinds = controls_of(self.settings)
        self.shoe = self._shoe()

    def play(self) -> dict[str, Any]:
        """The record of the round."""
        driver = Driver(self.game.round, self.setup)
        in_the_deal, afterwards = (self.random.choice((0, 0, 0.005, 0.03, 0.1)), self.random.choice((0, 0.03, 0.2)))
        dealing = True
        while driver.standing.ruling is None:
            dealing = dealing and all(isinstance(question, Deal | Draw) for question in driver.standing.asked)
            if self.random.random() < (in_the_deal if dealing else afterwards):
                self._try(driver, Entry(DEALER, self._call()))
                continue
            question = self.random.choice(driver.standing.asked)
            driver.enter(Entry(self._who(question), self._answer(question, driver)))
        return written(self.game, self.setup, driver.standing, driver.answered)

    def _settings(self) -> Settings:
        chosen: dict[str, Any] = {}
        for setting in self.game.document.settings:
            if setting.id in UNCHANGED or self.random.random() < 0.4:
                continue
            if setting.type == "flag":
                chosen[setting.id] = self.random.choice(("yes", "no"))
            elif setting.type == "paytable":
                chosen[setting.id] = self.random.choice(self._paytables(setting.choices, chosen))
            elif setting.type == "control":
                chosen[setting.id] = self._word(setting.choices)
            elif setting.choices:
                chosen[setting.id] = self.random.choice(setting.choices)
            elif setting.id in AMOUNTS:
                chosen[setting.id] = f"${self.random.randrange(25, AMOUNTS[setting.id]) / 100:.2f}"
            elif setting.id.endswith(("-meter", "-seed")):
                chosen[setting.id] = f"${self.random.randrange(10**7) / 100:.2f}"
            elif setting.type == "integer":
                chosen[setting.id] = self.random.randint(setting.least, min(setting.most, 9))
            elif setting.id == "commission":
                chosen[setting.id] = f"{self.random.randrange(501) / 100}%"
            elif setting.id == "blackjack-pays":
                chosen[setting.id] = self.random.choice(("1:1", "6:5", "7:5", "3:2", "2:1"))
        chosen.update(KEPT.get(self.game.id, {}))
        if chosen.get("jacks-beat") == "yes":
            chosen["jacks-beat-pays"] = f"2 jacks={self.random.randrange(1, 5)}, 3 jacks=20, 4 jacks=100"
        if self.game.id == "super-pairs":
            offered = self.random.sample(("super-pairs", "lucky-ladies", "21-plus-3"), self.random.randint(0, 2))
            chosen |= {
                f"offer-{name}-jackpot": name in offered for name in ("super-pairs", "lucky-ladies", "21-plus-3")
            }
        if self.game.id == "chinese-poker":
            chosen |= self._posted()
        if self.random.random() < 0.5:
            chosen["irregularities"] = self._controls()
        return self.game.configure(chosen)

    def _controls(self) -> str:
        """Controls of one's own for a few kinds, by stage and by whom; what is refused is drawn anew."""
        allowed = {each for one in self.game.document.settings if one.type == "control" for each in one.choices}
        told = []
        for kind in self.random.sample(OWN, self.random.randint(1, 3)):
            whom = self.random.choice((("seat", "dealer"), ("seat", "round"), ("seat",), ("dealer",)))
            told += ["[[irregularity]]", f'kind = "{kind}"', 'says = "Something went wrong."']
            told += [f"{each} = {self._follows([one for one in FOLLOW[each] if one in allowed])}" for each in whom]
            told += [f"supervisor = {self.random.choice(('true', 'false'))}"]
        return "\n".join(told)

    def _word(self, words: Sequence[str]) -> str:
        """What follows from a call: more often what play goes on after."""
        return self.random.choices(words, [{"replace-card": 6, "void-round": 1}.get(word, 2) for word in words])[0]

    def _follows(self, words: Sequence[str]) -> str:
        """One word for every stage, or a list of stages."""
        if self.random.random() < 0.4:
            return f'"{self._word(words)}"'
        stages = self.random.sample(STAGES, self.random.randint(1, 3))
        return "[" + ", ".join(f'{{ stage = "{one}", then = "{self._word(words)}" }}' for one in stages) + "]"

    def _posted(self) -> dict[str, str]:
        """Amounts that a house of thirteen-card poker posts of its own."""
        lesser, more = self.random.randint(0, 3), self.random.randint(0, 6)
        rows = [f"2-1={lesser}", f"3-0={lesser + more}", f"2-0={lesser + more // 2}", f"1-0={(lesser + more) // 4}"]
        posted = {"scoring-table": ", ".join(rows[: self.random.randint(2, 3)])}
        for kind in ("three-straights", "three-flushes", "six-pairs", "dragon"):
            posted[f"natural-{kind}"] = self.random.choice(("natural-units", "0", "2", "5", "13"))
        posted["bonus-royal-flush"] = self.random.choice(("bonus-straight-flush", "0", "20"))
        hands = {"front": ("pair", "three-of-a-kind"), "middle": LONG_HANDS, "back": LONG_HANDS}
        own = [
            f'[[bonus]]\npile = "{pile}"\nhand = "{hand}"\nunits = {self.random.randint(0, 9)}\n'
            for pile, kinds in hands.items()
            for hand in kinds
            if self.random.random() < 0.3
        ]
        return posted | ({"bonuses-own": "".join(own)} if own and self.random.random() < 0.5 else {})

    def _paytables(self, ids: tuple[str, ...], chosen: dict[str, Any]) -> list[str]:
        """Those that allow the number of decks."""
        decks = chosen.get("decks", 6)
        fit = {
            table.id
            for table in self.game.document.paytables
            if not table.decks or table.decks[0] <= decks <= table.decks[1]
        }
        return [one for one in ids if one == "standard" or one in fit]

    def _wagers(self) -> dict[int, dict[str, int]]:
        seats = [seat for seat in range(1, self.settings["seats"] + 1) if self.random.random() < 0.6]
        return {seat: self._bets() for seat in seats}

    def _bets(self) -> dict[str, int]:
        bets = {}
        for spec in self.game.document.wagers:
            offered = not spec.offered or self.settings[spec.offered]
            needed = all(other in bets for other in spec.needs)
            if spec.before_deal and (spec.required or (offered and needed and self.random.random() < 0.6)):
                bets[spec.id] = self._stake(spec.id)
        return bets

    def _stake(self, wager: str) -> int:
        if wager.endswith("-jackpot"):
            return self.settings[f"{wager}-wager"]
        if self.game.id == "chinese-poker":
            return 1_000_000
        return self.random.randrange(500, 10000)

    def _shoe(self) -> list[int]:
        pack = list(self.game.pack(self.settings))
        size = PACKETS.get(self.game.id, len(pack))
        shoe: list[int] = []
        while pack:
            pack = self._favoured(pack)
            shoe, pack = shoe + pack[:size], pack[size:]
        if self.game.id == "super-pairs" and self.random.random() < 0.3:
            self._stack(shoe)
        few = self.game.id == "super-pairs" and self.random.random() < 0.1
        return shoe[: self.random.randint(20, len(shoe))] if few else shoe

    def _stack(self, shoe: list[int]) -> None:
        """Cards that win a meter lie on top: three of a kind in one suit, or queens of hearts before a blackjack."""
        seats = len(self._seats())
        winners = self.random.sample(range(seats), self.random.randint(1, min(seats, 4)))
        suits = self.random.choice(("hh", "ss", "cc", "hs"))
        kind, dealer = "Qh", [f"A{suits[0]}", f"{self.random.choice('TK')}{suits[1]}"]
        self.random.shuffle(dealer)
        if self.random.random() < 0.5:
            kind = f"{self.random.choice('AKQ')}{suits[0]}"
            dealer = [kind]
        top = {at + again: kind for at in winners for again in (0, seats + 1)}
        top |= {seats + at * (seats + 1): name for at, name in enumerate(dealer)}
        for at, name in top.items():
            (wanted,) = parse_cards(name)
            found = [place for place, one in enumerate(shoe) if one == wanted and place not in top]
            if found:
                shoe[at], shoe[found[-1]] = shoe[found[-1]], shoe[at]

    def _favoured(self, pack: list[int]) -> list[int]:
        """Some ranks in some suits come early."""
        ranks = self.random.choice((self._few_ranks, self._run))()
        suits = self.random.sample(range(4), self.random.randint(1, 4))
        weight = self.random.choice((1, 0.7, 0.4, 0.1, 0.02))

        def place(card: int) -> float:
            favoured = card >= 52 or (rank(card) in ranks and suit(card) in suits)
            return self.random.random() * (weight if favoured else 1)

        return sorted(pack, key=place)

    def _few_ranks(self) -> list[int]:
        return self.random.sample(range(13), self.random.randint(1, 5))

    def _run(self) -> range:
        low = self.random.randrange(7)
        return range(low, low + self.random.randint(5, 7))

    def _call(self) -> Irregularity:
        """A call of any kind on anybody; now and then it tells how many cards a hand has that is played as it lies."""
        many = self.random.randint(1, 6) if self.game.id == "super-pan-9" and self.random.random() < 0.3 else 0
        return Irregularity(self.random.choice(list(self.kinds)), self.random.choice((DEALER, *self._seats())), many)

    def _try(self, driver: Driver, entry: Entry) -> None:
        """Make a call, where the controls allow it now: one that is refused changes nothing."""
        before = driver.entries, driver.standing
        try:
            driver.enter(entry)
        except IllegalAnswer:
            assert (driver.entries, driver.standing) == before

    def _seats(self) -> list[int]:
        return [seat.number for seat in self.setup.seats]

    def _who(self, question: Question) -> int:
        return -1 if isinstance(question, Deal | Draw) else question.seat

    def _answer(self, question: Question, driver: Driver) -> Answer | Irregularity:
        if isinstance(question, Deal):
            if not self.shoe:
                self.shoe = list(shuffled_again(self.game.pack(self.settings), driver.standing.dealt, self.settings))
                self.random.shuffle(self.shoe)
            return self.shoe.pop(0) if self.shoe else Irregularity("out-of-cards", DEALER)
        if isinstance(question, Draw):
            if question.dice:
                return sum(self.random.randint(1, 6) for _ in range(question.dice))
            return self.random.randint(question.least, question.most)
        if isinstance(question, Choose):
            return self.random.choice(question.options)
        if isinstance(question, Arrange):
            return self._arrange(question)
        return self.random.choice((0, self.random.randint(question.least, question.most)))

    def _arrange(self, question: Arrange) -> tuple[int, ...]:
        """The default, any setting, or the cards in the order of their ranks: few of these foul."""
        how = self.random.random()
        if how < 0.3:
            return tuple(question.default)
        cards = list(question.cards)
        self.random.shuffle(cards)
        if how < 0.7:
            times = {card: sum(rank(other) == rank(card) for other in cards) for card in cards if card < 52}
            cards.sort(key=lambda card: (times.get(card, 1), rank(card) if card < 52 else 12))
        if self.game.id == "supreme-99" and how < 0.7:
            cards.reverse()
        piles, at = [], 0
        for size in question.sizes:
            piles.append(mask(cards[at : at + size]))
            at += size
        return tuple(piles)
