"""Check a round, or a whole shoe, with the standard library alone.

    python -m houseway.verifier [RECORD.json ...] PROOF.json [--root HEX] [--cut N] [--commit HEX] [--closing HEX]
                                [--receipts FILE.json] [--clock SECONDS] [--key HEX [--older]]
                                [--head SIZE:ROOT --growth FILE.json] [--entries FILE.json ...]

The last file is the proof of a shoe, the others are records of rounds that were dealt from it; of several the verifier
also sees that no card lies between one round and the next. The card room gives out the files. This folder may be copied
anywhere and run by itself, `python verifier …`; `--hand-out verifier.pyz` makes one file of it. `--root` is the root
that you noted before you bet; without it the root of the proof is taken, which shows only that the files agree with
each other.

| module | checks |
|---|---|
| `reading` | the files have their form, and nothing is spelled in two ways |
| `shoe` | every opened card leads to the root, and all together are the pack |
| `own_numbers` | the players' numbers, the seed and the order of the deal that they give, the closing of the round |
| `deal` | cards, drawn numbers and payouts of the round |
| `hands` | what each place holds, and what a call has taken away of it |
| `bets` | how the bets were laid, and which of them players' browsers have signed |
| `answers` | who answered what, and when |
| `receipts` | what the room has acknowledged to a player, bets and answers, is told so |
| `signing` | the room has signed the record, stakes, payouts and times among it |
| `rules` | pack, ruling and payouts computed again, where houseway is installed |
| `log`, `ed25519` | the root is in the log, which has only grown, is signed and tells no shoe twice |

A card of the committed order has the leaf SHA-256(00 | place, 4 bytes | card, 1 byte | salt), two neighbours the node
SHA-256(01 | left | right), and one without a neighbour rises unchanged. The deal begins at the cut, goes round, and
passes over the places that earlier rounds have dealt from.

Players may bring numbers of their own. Each is a base that is squared so many times by a modulus, and was committed to
by SHA-256(05 | modulus | base, 128 bytes each). SHA-256(04 | number, 128 bytes) is what it adds to the seed of the
round: SHA-256(03 | root|seat:that|seat:that …, as text). By the seed the places that are left are shuffled: from the
last down, each changes places with one of those up to it, drawn by numbers of the seed. Before the first number was
opened the round was fixed: SHA-256(0a | root|round|cut|position|gone|settings|stakes|seat:commitment …, as text) is
its closing, where settings is SHA-256(08 | what the table is set to, as canonical JSON) and stakes is canonical JSON,
[[seat, [[wager, cents], …]], …], both in order. It was SHA-256(09 | …) with the seats alone (1,2,5) for the stakes, and
before that SHA-256(07 | …) without settings.

Numbers that are drawn before a card come from its salt, followed by the seed where there is one. A number from 0 to
n - 1 is the remainder by n of the first bytes (as few as n - 1 has) of the next SHA-256(02 | secret | 0, 1, 2 …,
4 bytes), passing over those that are not below the greatest multiple of n. A die is 1 more than a number below 6.

Where houseway is installed the pack, the ruling and the payouts are computed again. Elsewhere they are compared as they
are told, and the answer says so.
"""

from .answer import checked
from .answers import answer_faults
from .bets import bet_faults
from .command import main
from .deal import gap_faults, round_faults
from .ed25519 import signed
from .hashes import digest
from .log import grown, growth_faults, head_of, log_faults
from .own_numbers import TURNS, closing_of, coming, gone_before, number_of, prime, seed_of, settings_of, squared
from .receipts import receipt_faults
from .shoe import deck_of, shoe_faults

__all__ = [
    "TURNS",
    "answer_faults",
    "bet_faults",
    "checked",
    "closing_of",
    "coming",
    "deck_of",
    "digest",
    "gap_faults",
    "gone_before",
    "grown",
    "growth_faults",
    "head_of",
    "log_faults",
    "main",
    "number_of",
    "prime",
    "receipt_faults",
    "round_faults",
    "seed_of",
    "settings_of",
    "shoe_faults",
    "signed",
    "squared",
]
