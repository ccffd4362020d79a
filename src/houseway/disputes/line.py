"""A round in one line, for a supervisor with a phone in one hand.

    pan9 8d: Kd2c4h | 25+5: 6h2dAs

GAME, decks and settings up to a colon; the dealer's cards; then, behind a bar each, the seats: wagers in the order in
which the table offers them (or by name, `tie=5`), a colon, cards with or without spaces, `/` between the piles of a set
hand, and what the seat chose. `docs/disputes.md` has the grammar. A line knows no game by heart: what may be written
follows from the document and from the fields that the game says its records have.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from houseway.disputes.names import matching
from houseway.document.settings import Settings
from houseway.errors import HousewayError, IllegalRound
from houseway.game import Game
from houseway.games import game as find_game
from houseway.games import games
from houseway.money import parse_cents
from houseway.round.questions import DEALER

CARD = re.compile(r"(?:10|[2-9TJQKA])[cdhs♣♦♥♠]|joker|Jk|\?\?", re.IGNORECASE)
_HEAD = re.compile(r"[^\s=:|]+=(?:[0-9]+:[0-9]+(?=[\s:|]|$)|[^\s:|]*)|:|[^\s:|]+|\|")
"""The colon of a ratio, as in blackjack-pays=3:2, ends no head."""
_WAGERS = re.compile(r"[^\s+]+")
_CARDS = re.compile(r"[^\s/=]+=\S*|/|[^\s/]+")
CALL = "call"
LONGEST = 4000


class Unclear(IllegalRound):
    """A line with a word that is not understood; the sentence points at it and gives an example."""


class Word(NamedTuple):
    """A word of the line and where it begins."""

    text: str
    at: int


@dataclass(frozen=True)
class Line:
    """The text, and the game once it is known: who refuses a word needs both."""

    text: str
    game: Game | None = None
    advising: bool = True

    def refuse(self, word: Word, sentence: str) -> Unclear:
        """What is wrong, the line with a caret under the word, and a line that would do."""
        pointer = " " * word.at + "^" * max(1, len(word.text))
        told = [sentence, f"  {self.text}", f"  {pointer}"]
        if not self.advising:
            return Unclear(sentence)
        if self.game is not None:
            from houseway.disputes.example import example

            told.append(f"For example: {example(self.game)}")
        else:
            told.append("A line is GAME DECKS SETTINGS: DEALER | WAGERS: CARDS, as in pan9 8d: Kd2c4h | 25+5: 6h2dAs")
        return Unclear("\n".join(told))

    def one(self, word: Word, name: str, known: Mapping[str, Iterable[str]], what: str) -> str:
        """The one id that a word means."""
        found = matching(name, known)
        if len(found) == 1:
            return found[0]
        if found:
            raise self.refuse(word, f"{name!r} may be {' or '.join(found)}: write more of it")
        raise self.refuse(word, f"{name!r} is no {what}: there is {', '.join(known) or 'none'}")


def is_line(text: str) -> bool:
    """Whether a text is a round in one line, rather than a record or the name of a file."""
    return looks_so(text) and not (text.endswith((".toml", ".json")) or _is_there(text))


def looks_so(text: str) -> bool:
    """Whether a text that is no name of a file is a round in one line, rather than a record; nothing is looked for."""
    return "\n" not in text and ":" in text and not text.lstrip().startswith("{") and len(text) <= LONGEST


def _is_there(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):  # too long for a name, or nothing that a name may hold
        return False


def record_of(text: str, *, advising: bool = True) -> dict[str, Any]:
    """The record that a line stands for, ready for `houseway.round.record.record_from`.

    A refusal advises with an example, but for who is looking for one.
    """
    if len(text) > LONGEST or "\n" in text:
        raise Unclear(f"a round in one line is one line of at most {LONGEST} characters")
    line = Line(text.expandtabs(1), advising=advising)
    words = _words(_HEAD, line.text, 0)
    first = next(words, None)
    if first is None or first.text in ":|":
        raise line.refuse(first or Word("", 0), "a line begins with a game")
    known = {each.id: (each.name,) for each in games()}
    line = replace(line, game=find_game(line.one(first, first.text, known, "game")))
    record, colon = _head(line, words)
    settings = _settings(line, first, record)
    parts = list(_parts(line.text, colon.at + 1))
    hands = _Hands(line, settings, record)
    if parts and (_of_game(line).dealer_plays or not parts[0].text.strip()):
        hands.dealer(parts.pop(0))
    if not parts:
        raise line.refuse(Word("", len(line.text)), "no seat follows: write a bar, the wagers, a colon and the cards")
    for part in parts:
        hands.seat(part)
    return record


def spaced(text: str) -> str:
    """Cards that may stand without spaces, apart; a text that is not all cards stays as it is."""
    cards = [CARD.match(word) and CARD.sub("", word) == "" and CARD.findall(word) for word in text.split()]
    return " ".join(card for word in cards if word for card in word) if cards and all(cards) else text


def _of_game(line: Line) -> Game:
    if line.game is None:
        raise Unclear("a line begins with a game")
    return line.game


def _words(pattern: re.Pattern[str], text: str, start: int) -> Iterator[Word]:
    return (Word(match[0], match.start()) for match in pattern.finditer(text, start))


def _parts(text: str, start: int) -> Iterator[Word]:
    """What stands between the bars."""
    for part in text[start:].split("|"):
        yield Word(part, start)
        start += len(part) + 1


def _head(line: Line, words: Iterator[Word]) -> tuple[dict[str, Any], Word]:
    """Decks, settings, calls and fields of the round up to the colon."""
    game = _of_game(line)
    record: dict[str, Any] = {"game": game.id, "settings": {}}
    ids = {spec.id: () for spec in game.document.settings}
    for word in words:
        name, equals, value = word.text.partition("=")
        if word.text == ":":
            return record, word
        if equals and name == CALL:
            _call(line, word, DEALER, record)
        elif equals and name in game.round_fields:
            record[name] = int(value) if re.fullmatch("[0-9]{1,9}", value) else value
        elif equals:
            record["settings"][line.one(word, name, ids, f"setting of {game.name}")] = value
        elif re.fullmatch("[0-9]{1,3}d", word.text) and "decks" in ids:
            record["settings"]["decks"] = word.text[:-1]
        elif word.text.lower() != "set":
            decks = "decks as in 8d, " if "decks" in ids else ""
            raise line.refuse(word, f"{word.text!r} is not understood before the colon: {decks}NAME=VALUE of a setting")
    raise line.refuse(Word("", len(line.text)), "a colon stands after the game, its decks and its settings")


def _settings(line: Line, first: Word, record: Mapping[str, Any]) -> Settings:
    try:
        return _of_game(line).configure(record["settings"])
    except HousewayError as fault:
        raise line.refuse(first, str(fault)) from None


def _call(line: Line, word: Word, place: int, record: dict[str, Any]) -> None:
    """A supervisor's call: `call=misdeal` in a seat's part is on that seat, elsewhere on the dealer's hand."""
    kinds = {spec.id: () for spec in _of_game(line).document.settings if spec.type == "control"}
    kind = line.one(word, word.text.removeprefix(f"{CALL}="), kinds, "call")
    record.setdefault("irregularity", []).append({"kind": kind, "seat": place})


@dataclass
class _Hands:
    """Reads the dealer's part and the seats' into the record."""

    line: Line
    settings: Settings
    record: dict[str, Any]
    numbers: set[int] = field(default_factory=set)

    @property
    def game(self) -> Game:
        return _of_game(self.line)

    def dealer(self, part: Word) -> None:
        hand = self._hand(part, DEALER, self.game.dealer_fields)
        if hand["cards"] or len(hand) > 1:
            self.record["dealer"] = hand

    def seat(self, part: Word) -> None:
        """`[#N] WAGERS: CARDS`."""
        wagers, colon, cards = part.text.partition(":")
        if not colon:
            at = Word(part.text.strip(), part.at + len(part.text) - len(part.text.lstrip()))
            raise self.line.refuse(at, "a seat is its wagers, a colon and its cards, as in 25: 6h2dAs")
        words = list(_words(_WAGERS, wagers, 0))
        number = max(self.numbers, default=0) + 1
        if words and words[0].text.startswith("#"):
            number = self._number(Word(words[0].text, part.at + words[0].at))
            words.pop(0)
        self.numbers.add(number)
        bets = self._wagers([Word(word.text, part.at + word.at) for word in words])
        hand = self._hand(Word(cards, part.at + len(wagers) + 1), number, self.game.seat_fields)
        self.record.setdefault("seat", []).append({"number": number, "wagers": bets} | hand)

    def _number(self, word: Word) -> int:
        if not re.fullmatch("#[0-9]{1,3}", word.text) or int(word.text[1:]) in self.numbers:
            raise self.line.refuse(word, f"{word.text!r} is no seat of its own: write #3 for seat 3, each seat once")
        return int(word.text[1:])

    def _wagers(self, words: list[Word]) -> dict[str, str]:
        """Amounts by wager: in the order in which the table offers them, or by name; 0 is none."""
        wagers = self.game.document.wagers
        offered = [w for w in wagers if w.before_deal and w.on_offer(self.settings)]
        order = iter(offered)
        bets: dict[str, str] = {}
        for word in words:
            name, equals, amount = word.text.rpartition("=")
            if equals:
                wager = self.line.one(word, name, {w.id: (w.name,) for w in wagers if w.before_deal}, "wager")
            elif (spec := next(order, None)) is None:
                raise self.line.refuse(word, f"one wager too many: the table offers {', '.join(w.id for w in offered)}")
            else:
                wager = spec.id
            if wager in bets:
                raise self.line.refuse(word, f"{wager} stands there twice")
            try:
                if parse_cents(amount):
                    bets[wager] = amount
            except HousewayError as fault:
                raise self.line.refuse(word, str(fault)) from None
        return bets

    def _hand(self, part: Word, place: int, fields: Mapping[str, str]) -> dict[str, Any]:
        """Cards, piles, and what follows them."""
        piles: list[list[str]] = [[]]
        told: dict[str, Any] = {}
        slash = Word("", part.at)
        for text, at in _words(_CARDS, part.text, 0):
            word = Word(text, part.at + at)
            if text == "/":
                slash = word
                piles.append([])
            elif text.startswith(f"{CALL}="):
                _call(self.line, word, place, self.record)
            elif "=" in text:
                name, _, value = text.partition("=")
                self._put(told, word, self._field(word, name, fields, tuple(fields.values())), value, fields)
            elif (cards := self._cards(word)) is not None:
                piles[-1] += cards
            else:
                self._word(told, word, fields)
        if len(piles) > 1:
            told |= self._piles(slash, piles, fields)
        return {"cards": " ".join(card for pile in piles for card in pile)} | told

    def _cards(self, word: Word) -> list[str] | None:
        """The cards of a word; None where it is no card at all."""
        found, at = [], 0
        while match := CARD.match(word.text, at):
            found.append(match[0])
            at = match.end()
        if at == len(word.text):
            return found
        if found or word.text[0].isdigit():
            rest = Word(word.text[at:], word.at + at)
            raise self.line.refuse(
                rest, f"{rest.text!r} is not a card: write a rank of 23456789TJQKA and a suit of cdhs, as in Th"
            )
        return None

    def _piles(self, slash: Word, piles: list[list[str]], fields: Mapping[str, str]) -> dict[str, str]:
        names = [name for name, kind in fields.items() if kind == "cards"]
        if len(piles) != len(names):
            how = " / ".join(names) if names else "nothing: its hands are not set"
            raise self.line.refuse(slash, f"{len(piles)} piles, and {self.game.name} sets {how}")
        return {name: " ".join(pile) for name, pile in zip(names, piles, strict=True)}

    def _word(self, told: dict[str, Any], word: Word, fields: Mapping[str, str]) -> None:
        """A word after the cards: something that the hand declared, or a choice."""
        flags = {name: () for name, kind in fields.items() if kind == "flag"}
        choices = [name for name, kind in fields.items() if kind == "words"]
        if len(found := matching(word.text, flags)) == 1:
            told[found[0]] = True
        elif len(choices) == 1:
            told[choices[0]] = f"{told.get(choices[0], '')} {word.text.lower()}".strip().replace(",", " ")
        else:
            may = [*flags, *(f"{name}=…" for name, kind in fields.items() if kind not in ("flag", "words"))]
            what = f": a card, or {', '.join(may)}" if may else " as a card, and nothing but cards stands here"
            raise self.line.refuse(word, f"{word.text!r} is not understood{what}")

    def _field(self, word: Word, name: str, fields: Mapping[str, str], kinds: tuple[str, ...]) -> str:
        return self.line.one(word, name, {each: () for each in fields if fields[each] in kinds}, "field of a hand here")

    def _put(self, told: dict[str, Any], word: Word, name: str, value: str, fields: Mapping[str, str]) -> None:
        """`NAME=VALUE` after the cards, of the kind that the game says."""
        kind = fields[name]
        if kind == "flag":
            if value not in ("yes", "no"):
                raise self.line.refuse(word, f"{name} is yes or no, not {value!r}")
            told[name] = value == "yes"
        elif kind == "cards":
            told[name] = " ".join(self._cards(Word(value, word.at + word.text.index("=") + 1)) or [value])
        elif kind == "integer" and re.fullmatch("[0-9]{1,9}", value):
            told[name] = int(value)
        else:
            told[name] = value.replace(",", " ") if kind == "words" else value
