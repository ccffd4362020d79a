"""Finds a number that nobody opens: a base squared so many times by a modulus, as a process of its own.

    python -I -S squaring.py BASE TURNS MODULUS          (base and modulus hexadecimal)

OpenSSL squares a dozen times as fast as Python; where the system has it, it is asked.
"""

import ctypes
import ctypes.util
import os
import sys


def by_openssl(base: int, turns: int, modulus: int) -> int:
    """The number, by the system's OpenSSL; OSError or AttributeError where there is none."""
    name = ctypes.util.find_library("crypto")
    if name is None:
        raise OSError("there is no OpenSSL")
    crypto, pointer = ctypes.CDLL(name), ctypes.c_void_p
    for function in (crypto.BN_new, crypto.BN_CTX_new, crypto.BN_bn2hex):
        function.restype = pointer
    crypto.BN_hex2bn.argtypes = [ctypes.POINTER(pointer), ctypes.c_char_p]
    crypto.BN_mod_exp.argtypes = [pointer] * 5
    crypto.BN_set_bit.argtypes = [pointer, ctypes.c_int]
    crypto.BN_bn2hex.argtypes = [pointer]

    def number(value: int) -> ctypes.c_void_p:
        made = pointer()
        crypto.BN_hex2bn(ctypes.byref(made), format(value, "x").encode())
        return made

    power, found = pointer(crypto.BN_new()), pointer(crypto.BN_new())
    crypto.BN_set_bit(power, turns)
    if crypto.BN_mod_exp(found, number(base), power, number(modulus), pointer(crypto.BN_CTX_new())) != 1:
        raise OSError("OpenSSL does not square this")
    told = ctypes.cast(crypto.BN_bn2hex(found), ctypes.c_char_p).value
    return int(told or b"0", 16)


def squared(base: int, turns: int, modulus: int) -> int:
    """The number."""
    try:
        return by_openssl(base, turns, modulus)
    except (OSError, AttributeError):
        return pow(base, 1 << turns, modulus)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(15)  # it gives way to everybody
    sys.stdout.write(format(squared(int(sys.argv[1], 16), int(sys.argv[2]), int(sys.argv[3], 16)), "x") + "\n")
