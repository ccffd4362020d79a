"""Examples are found repeatably, and none is late: machines that test are busy. And a PostgreSQL of the tests' own."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("houseway", deadline=None, derandomize=True)
settings.load_profile("houseway")

BINARIES = [Path("/usr/lib/postgresql/15/bin"), *sorted(Path("/usr/lib/postgresql").glob("*/bin"))]
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    """A private PostgreSQL server on a socket in a folder of its own."""
    found = shutil.which("initdb")
    binaries = Path(found).parent if found else next((b for b in BINARIES if (b / "initdb").exists()), None)
    if binaries is None:
        pytest.fail("these tests need a PostgreSQL server: install one, as in  apt-get install postgresql")
    home = Path(tempfile.mkdtemp(prefix="houseway-pg-", dir=MEMORY))
    run: list[str] = []
    if os.geteuid() == 0:  # initdb refuses root
        user = pwd.getpwnam("postgres")
        os.chown(home, user.pw_uid, user.pw_gid)
        run = ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
    data = home / "data"
    start = [*run, binaries / "initdb", "-D", data, "-U", "houseway", "-A", "trust", "-N", "-E", "UTF8", "--locale=C"]
    subprocess.run(start, check=True, stdout=subprocess.DEVNULL, cwd=home)
    options = f"-c listen_addresses='' -c unix_socket_directories={home} -c fsync=off -c max_connections=60"
    control = [*run, binaries / "pg_ctl", "-D", data, "-w", "-s"]
    subprocess.run([*control, "-o", options, "-l", home / "log", "start"], check=True, cwd=home)
    try:
        yield f"postgresql+psycopg://houseway@/postgres?host={home}"
    finally:
        subprocess.run([*control, "-m", "immediate", "stop"], check=True, cwd=home)
        shutil.rmtree(home)
