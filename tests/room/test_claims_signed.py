"""Signatures, hashes and written controls are read by the scripts of the page as Python reads them."""

import hashlib
import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controls import own_controls
from houseway.room.evidence.signing import Signer
from houseway.room.store.journal import canonical
from houseway.verifier.ed25519 import ORDER, PRIME, signed
from scripts import READ, ask_deno

VECTORS = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
        "d25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
        "387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
        "4a7c15e9716ed28dc027beceea1ec40a",
    ),
    (
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        hashlib.sha512(b"abc").hexdigest(),
        "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e030"
        "3dca179c138ac17ad9bef1177331a704",
    ),
]
"""RFC 8032, section 7.1: key, message, signature."""

Signed = tuple[bytes, bytes, bytes]
FLIPPED = [(0, 0), (0, 255), (1, 0), (2, 0), (2, 255), (2, 256), (2, 505), (2, 511)]


def flipped(given: Signed, part: int, bit: int) -> Signed:
    pieces = [bytearray(each) for each in given]
    pieces[part][bit // 8] ^= 1 << bit % 8
    key, message, signature = map(bytes, pieces)
    return key, message, signature


def of_small_order() -> Iterator[Signed]:
    """Keys and pledges that no honest signer has, among them other spellings of the neutral element."""
    points = [1, 0, PRIME - 1, PRIME, PRIME + 1, 1 | 1 << 255]
    points.append(2707385501144840649318225287225658788936804267575313519463743609750303021)
    packed = [each.to_bytes(32, "little") for each in points]
    for key in packed:
        for pledge in packed:
            yield key, b"anything", pledge + bytes(32)


def test_the_page_takes_the_signatures_that_the_verifier_takes(tmp_path: Path) -> None:
    source = random.Random(1)
    right: list[Signed] = []
    for size in (0, 1, 47, 48, 111, 112, 113, 300, 5000):
        signer, message = Signer(source.randbytes(32)), source.randbytes(size)
        right.append((signer.public, message, signer.sign(message)))
    key, message, signature = right[3]
    scalar = int.from_bytes(signature[32:], "little")
    twice = signature[:32] + (scalar + ORDER).to_bytes(32, "little")
    odd = [(key, message, twice), (key, message, signature[:63]), (key[:31], message, signature), (key, message, b"")]
    spoilt = [flipped(each, *at) for each in right[1:4] for at in FLIPPED]
    vectors: list[Signed] = [tuple(map(bytes.fromhex, each)) for each in VECTORS]  # type: ignore[misc]  # three each
    given = [*right, *vectors, *odd, *spoilt, *of_small_order()]
    code = (
        f"{READ}const {{ signedBy }} = await import(`${{S}}/ed25519.js`);\n"
        "const { bytes } = await import(`${S}/sha256.js`);\n"
        "console.log(JSON.stringify(files.map((each) => signedBy(...each.map(bytes)))));\n"
    )
    found = ask_deno(tmp_path, code, [[part.hex() for part in each] for each in given])
    good = len(right) + len(vectors)
    assert found == [True] * good + [False] * (len(given) - good)
    assert found == [len(k) == 32 and len(s) == 64 and signed(k, m, s) for k, m, s in given]


def test_the_page_hashes_and_writes_as_the_room_does(tmp_path: Path) -> None:
    data = [
        bytes(range(256))[: size % 256] * (1 + size // 256) for size in (*range(0, 260, 7), 111, 112, 127, 128, 4000)
    ]
    values: list[Any] = [
        'é\u2028\x7f\x01/\\"\n',
        {"\uffff": 1, "\U0001f0a1": 2, "10": 3, "9": 4, "": None, "__proto__": []},
    ]
    values += [[], {}, [True, False, None, -5, "a"], {"b": {"d": 1, "c": [{"z": "", "a": 0}]}, "a": 2**53 - 1}]
    code = (
        f"{READ}const {{ sha512 }} = await import(`${{S}}/sha512.js`);\n"
        "const { bytes, hex } = await import(`${S}/sha256.js`);\n"
        "const { canonical } = await import(`${S}/signed.js`);\n"
        "const [data, values] = files;\n"
        "console.log(JSON.stringify([data.map((each) => hex(sha512(bytes(each)))), values.map(canonical)]));\n"
    )
    hashes, texts = ask_deno(tmp_path, code, [[each.hex() for each in data], values])
    assert hashes == [hashlib.sha512(each).hexdigest() for each in data]
    assert texts == list(map(canonical, values))


# ---------------------------------------------------------------------------------------------------- controls

TEXTS = [
    own_controls("super-pan-9"),
    "",
    "# nothing\n",
    "a = 1\r\nb = -20\nc = true\nd = false\n",
    'a = "\\u00e9 \\U0001F0A1 \\t \\" \\\\"\n"b c" = \'\\n\'\n\'d"e\' = "#" # said\n',
    "a = '''\none\n'two'\n'''\n" + 'b = """\none \\\n   two\n"three"\n"""\n',
    "a = [1, [2, 3],\n # within\n 'b', ]\nc = { d = 1, e.f = 'g' }\nh = {}\ni = []\n",
    "[a]\nb = 1\n[a.c]\nd.e = 2\n[[f]]\ng = 1\n[f.h]\ni = 2\n[[f]]\n[[f.j]]\nk = 3\n",
    '[[irregularity]]\nkind = "a"\n[[irregularity.seat]]\nstage = "deal"\nthen = "replace-card"\n',
    "irregularity = [{ kind = 'a', seat = 'play-on' }]\n",
]
NONE = [
    "none",
    "a",
    "a = ",
    "a = 1 b = 2",
    "a = 1\na = 2",
    "[a]\n[a]\n",
    "a = 'b\nc'",
    'a = "\\q"',
    "a = [1",
    "a = {b = 1",
]
NONE += ["a = 1\n[a]\n", "a = []\n[[a]]\n", "a = {}\n[a.b]\n", "a = 01", "= 1", "a = '\x01'", "a.b = 1\na.b.c = 2"]
UNREAD = ["a = 1.5", "a = 0x10", "a = 2020-01-01", "a = inf"]
"""TOML that controls have no use for: what follows from a call is then said to be unknown."""


def test_controls_are_read_as_they_are_written(tmp_path: Path) -> None:
    code = (
        f"{READ}const {{ tableOf }} = await import(`${{S}}/toml.js`);\n"
        "const read = (text) => { try { return tableOf(text); } catch { return null; } };\n"
        "console.log(JSON.stringify(files.map(read)));\n"
    )
    for text in NONE:
        with pytest.raises(tomllib.TOMLDecodeError):
            tomllib.loads(text)
    expected = [tomllib.loads(each) for each in TEXTS] + [None] * len([*NONE, *UNREAD])
    assert ask_deno(tmp_path, code, [*TEXTS, *NONE, *UNREAD]) == expected
