"""The documented set-up: a room behind a real nginx with TLS, by the very file in `deploy/`."""

import datetime
import re
import shutil
import socket
import ssl
import subprocess
import time
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from playwright.sync_api import expect

from houseway.web import Outside
from houseway.web.guard import Limits, Rate

CONFIGURATION = Path(__file__).parent.parent.parent / "deploy" / "nginx.conf"
NAME = "cards.example"
MAIN = """
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/room.conf;
}}
"""


def free_ports(count):
    lines = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [line.getsockname()[1] for line in lines]
    for line in lines:
        line.close()
    return ports


def certify(folder):
    """A certificate of our own for the name, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    now = datetime.datetime.now(datetime.UTC)
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = made.serial_number(x509.random_serial_number())
    made = made.not_valid_before(now - datetime.timedelta(days=1)).not_valid_after(now + datetime.timedelta(days=1))
    made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
    signed = made.sign(key, hashes.SHA256())
    (folder / "certificate.pem").write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    private = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "key.pem").write_bytes(key.private_bytes(*private))


class Behind:
    """A room, and nginx before it."""

    def __init__(self, folder, house):
        self.folder, self.house = folder, house
        certify(folder)
        plain, self.port = free_ports(2)
        text = CONFIGURATION.read_text()
        for was, now in (
            ("127.0.0.1:8099", f"127.0.0.1:{self.house.port}"),
            ("listen 80;", f"listen 127.0.0.1:{plain};"),
            ("listen 443 ssl http2;", f"listen 127.0.0.1:{self.port} ssl http2;"),
            ("/etc/letsencrypt/live/cards.example/fullchain.pem", f"{folder}/certificate.pem"),
            ("/etc/letsencrypt/live/cards.example/privkey.pem", f"{folder}/key.pem"),
        ):
            assert was in text, "the documented file has what is replaced here"
            text = text.replace(was, now)
        (folder / "room.conf").write_text(text)
        (folder / "nginx.conf").write_text(MAIN.format(folder=folder))
        nginx = shutil.which("nginx") or "/usr/sbin/nginx"
        command = [nginx, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-g", "daemon off;"]
        self.process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        self.plain = f"http://127.0.0.1:{plain}"
        self.address = f"https://{NAME}:{self.port}"
        self.trust = ssl.create_default_context(cafile=str(folder / "certificate.pem"))
        until = time.monotonic() + 30
        while time.monotonic() < until and not self.up():
            time.sleep(0.05)

    def up(self):
        with socket.socket() as line:
            return line.connect_ex(("127.0.0.1", self.port)) == 0

    def client(self, **headers):
        """A client that finds the name on this machine."""
        transport = Here(verify=self.trust)
        return httpx.Client(transport=transport, base_url=self.address, headers=headers, timeout=60)

    def visitor(self, name):
        return self.house.visitor(name, self.client())

    def close(self):
        self.process.terminate()
        self.process.wait(30)


class Here(httpx.HTTPTransport):
    """Connects to this machine whatever the name; the certificate must be the name's all the same."""

    def handle_request(self, request):
        url, named = request.url.copy_with(host="127.0.0.1"), request.extensions | {"sni_hostname": NAME}
        sent = httpx.Request(request.method, url, headers=request.headers, stream=request.stream, extensions=named)
        return super().handle_request(sent)


PROXIED = Outside(names=(NAME,), proxies=("127.0.0.1",))


@pytest.fixture
def behind(tmp_path, room, house_of):
    opened = Behind(tmp_path, house_of(room, outside=PROXIED))
    yield opened
    opened.close()


def test_a_round_is_played_over_tls_and_the_cookies_are_for_tls_alone(behind):
    ann = behind.visitor("Ann of nginx")
    table = ann.open_table("super-pan-9")
    ann.do(table, "sit", seat=1)
    assert ann.view(table)["seats"][0]["you"]
    with behind.client() as client:
        first = client.get("/")
    assert "Secure" in first.headers["set-cookie"]
    assert first.headers["strict-transport-security"].startswith("max-age")
    moved = httpx.get(f"{behind.plain}/tables/1", headers={"Host": NAME})
    assert (moved.status_code, moved.headers["location"]) == (301, f"https://{NAME}/tables/1")


def test_views_come_through_as_they_are_made(behind):
    ann = behind.visitor("Ann who looks on")
    table = ann.open_table("super-pan-9")
    with ann.client.stream("GET", f"/api/tables/{table}/events") as stream:
        lines = stream.iter_lines()
        assert next(line for line in lines if line.startswith("id: ")) == "id: 1"
        version = ann.do(table, "sit", seat=2)
        assert next(line for line in lines if line.startswith("id: ")) == f"id: {version}"


def test_a_body_too_large_and_a_name_of_another_are_refused(behind):
    ann = behind.visitor("Ann the large")
    sent = ann.client.post("/sign-in", content=b"x" * 1_100_000)
    assert sent.status_code == 413
    with behind.client() as client:
        assert client.get("/", headers={"Host": "elsewhere.example"}).status_code == 421


def test_who_is_asking_is_the_word_of_a_named_proxy_and_nobody_else_s(room, house_of, tmp_path):
    few = Limits(Rate(3, 0.001), *[Rate(100, 1)] * 4)

    def told(client):
        return [client.get("/", headers={"X-Forwarded-For": f"192.0.2.{n}"}).status_code for n in range(5)]

    with httpx.Client(base_url=house_of(room, limits=few).address) as client:
        assert told(client) == [200] * 3 + [429] * 2, "not believed from just anybody on this machine"
    named = house_of(room, limits=few, outside=PROXIED)
    with httpx.Client(base_url=named.address) as client:
        assert told(client) == [200] * 5, "believed from a proxy that is named"
    before = Behind(tmp_path, named)
    try:
        with before.client() as client:
            assert told(client) == [200] * 3 + [429] * 2, "nginx does not pass on what a client says of itself"
    finally:
        before.close()


def test_a_page_refused_for_too_many_streams_says_so(behind, browser, monkeypatch):
    monkeypatch.setattr("houseway.web.streams.MOST_OWN", 1)
    context = browser.new_context(ignore_https_errors=True)
    try:
        first = context.new_page()
        first.goto(f"https://127.0.0.1:{behind.port}/sign-in")
        name = first.get_by_label("Your name").or_(first.locator("input[name=name]")).first
        name.fill("Ann of two pages")
        first.locator("form:has(input[name=name]) button[type=submit]").first.click()
        first.wait_for_url(re.compile(r"/$"))
        first.goto(f"https://127.0.0.1:{behind.port}/tables/new?game=super-pan-9")
        first.get_by_role("button", name=re.compile("open", re.IGNORECASE)).last.click()
        first.wait_for_url(re.compile(r"/tables/\d+$"))
        second = context.new_page()
        second.goto(first.url)
        expect(second.get_by_text("live tables open: close one").first).to_be_visible()
        first.close()
    finally:
        context.close()
