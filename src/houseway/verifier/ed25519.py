"""Ed25519 (RFC 8032), to verify a signature: slow, and plain to read."""

import hashlib

PRIME, ORDER = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
CURVE = -121665 * pow(121666, -1, PRIME) % PRIME
Point = tuple[int, int]


def signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a signature is the key's; slow, and plain to read."""
    if not is_key(key):
        return False
    public, shared = _point(key), _point(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    base = _point((4 * pow(5, -1, PRIME) % PRIME).to_bytes(32, "little"))
    if len(signature) != 64 or scalar >= ORDER or public is None or shared is None or base is None:
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    return _times(scalar, base) == _sum(shared, _times(challenge, public))


def is_key(key: bytes) -> bool:
    """Whether these bytes are a key, spelled in the one way: one of small order is none, for it signs whatever there
    is."""
    point = _point(key) if len(key) == 32 else None
    return point is not None and _times(8, point) != (0, 1)


def _point(packed: bytes) -> Point | None:
    """A point of the curve from its 32 bytes; None where there is none."""
    bits = int.from_bytes(packed, "little")
    y, odd = bits & (1 << 255) - 1, bits >> 255
    square = (y * y - 1) * pow(CURVE * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if x * x % PRIME != square:
        x = x * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
    if x * x % PRIME != square or y >= PRIME or (x == 0 and odd):
        return None
    return (PRIME - x if x % 2 != odd else x, y)


def _sum(one: Point, other: Point) -> Point:
    (a, b), (c, d) = one, other
    cross = CURVE * a * b * c * d
    x = (a * d + b * c) * pow(1 + cross, -1, PRIME) % PRIME
    return x, (b * d + a * c) * pow(1 - cross, -1, PRIME) % PRIME


def _times(number: int, point: Point) -> Point:
    found = (0, 1)
    while number:
        if number % 2:
            found = _sum(found, point)
        point, number = _sum(point, point), number // 2
    return found
