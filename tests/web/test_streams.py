"""The live streams: one reading of the table for all who may see the same, their own view for everybody else."""

import asyncio
import contextlib
import gc
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from houseway.errors import UnknownName
from houseway.room import Command
from houseway.room.controls.file import controls_from
from houseway.web.app import _tick
from houseway.web.streams import MOST_OWN, RETRY, STILL_HERE, Onlooker, Streams, TooMany

SPECTATORS = 60
EXAMPLE = Path(__file__).parents[2] / "examples" / "room.toml"


class Table:
    """A table of Super Pan 9 with two people, and a count of how often it is read for the public and for one viewer."""

    def __init__(self, room, monkeypatch):
        self.room = room
        self.ann, self.ben, self.cat = (room.people.guest(name) for name in ("Ann", "Ben", "Cat"))
        self.id = room.open_table(self.ann, "super-pan-9", {}, "a table")
        self.keys = 0
        self.sessions = {None: ""} | {each: room.people.session(each) for each in (self.ann, self.ben, self.cat)}
        self.read = {"public": 0, "view": 0}
        for name in self.read:
            monkeypatch.setattr(room, name, self.counted(name, getattr(room, name)))

    def counted(self, name, method):
        def counting(*given):
            self.read[name] += 1
            return method(*given)

        return counting

    def onlooker(self, person):
        return Onlooker(person, self.sessions[person])

    def do(self, person, kind, **data):
        self.keys += 1
        return self.room.do(Command(self.id, person.id, f"key-{self.keys}", None, kind, data)).version

    def deal(self):
        for seat, person in enumerate((self.ann, self.ben), 1):
            self.do(person, "sit", seat=seat)
            self.do(person, "bet", wagers={"main": 500})
        self.do(self.ann, "ready")
        self.do(self.ben, "ready")


@pytest.fixture
def table(room, monkeypatch):
    return Table(room, monkeypatch)


class Watching:
    """Somebody with a stream."""

    def __init__(self, channel, onlooker):
        self.channel, self.onlooker = channel, onlooker

    async def ask(self):
        self.first = await self.channel.first(self.onlooker)
        return self

    async def begin(self):
        self.events = self.channel.stream(self.onlooker, self.first)
        assert await anext(self.events) == RETRY + self.first.data
        self.got = self.first.data
        return self

    async def until(self, version):
        """The event of this version, as it came."""
        while not self.got.startswith(f"id: {version}\n".encode()):
            came = await asyncio.wait_for(anext(self.events), 30)
            self.got = self.got if came == STILL_HERE else came
        return self.got

    async def rest(self):
        """All that comes until the stream ends."""
        return [data async for data in self.events]

    def view(self):
        return json.loads(self.got.split(b"data: ")[1])


async def asking(table, viewers):
    channel = Streams(table.room).of(table.id)
    return await asyncio.gather(*(Watching(channel, table.onlooker(viewer)).ask() for viewer in viewers))


async def watching(table, viewers):
    return await asyncio.gather(*(each.begin() for each in await asking(table, viewers)))


def test_all_spectators_get_the_same_bytes_from_one_reading_a_version(table):
    async def look_on():
        table.do(table.ann, "sit", seat=5)
        crowd = await asking(table, [None, table.cat] * (SPECTATORS // 2))
        assert table.read["public"] == 1, "who asks at once shares a reading"
        await asyncio.gather(*(each.begin() for each in crowd))
        for seat in (1, 2, 3, 4):
            version = await asyncio.to_thread(table.do, table.ann, "add-bot", seat=seat)
            told = await asyncio.gather(*(each.until(version) for each in crowd))
            assert all(data is told[0] for data in told)

    asyncio.run(look_on())
    assert table.read["view"] == 0
    assert table.read["public"] <= 1 + 1 + 4, "the first, one when it is followed, and one a version"


def test_each_seat_has_a_view_of_its_own_and_a_spectator_who_sits_down_gets_one(table):
    async def look_on():
        everybody = await watching(table, [table.ann, table.ben, table.cat, None])
        await asyncio.to_thread(table.deal)
        version = table.room.public(table.id).version
        for each in everybody:
            await each.until(version)
        return everybody, await sit_down(everybody)

    async def sit_down(everybody):
        version = await asyncio.to_thread(table.do, table.cat, "sit", seat=3)
        return [await each.until(version) for each in everybody]

    everybody, told = asyncio.run(look_on())
    ann, ben, cat, nobody = (each.view() for each in everybody)
    for view, own in ((ann, 1), (ben, 2), (cat, 3), (nobody, None)):
        open_ = {seat["number"] for seat in view["seats"] if any(seat["cards"])}
        assert open_ == {own} - {3, None}, "cards are seen by who holds them"
        assert [seat["number"] for seat in view["seats"] if seat["you"]] == [own] * (own is not None)
    assert len(set(told)) == 4


def test_nothing_is_missed_between_the_first_view_and_the_stream(table):
    async def look_on():
        channel = Streams(table.room).of(table.id)
        for viewer in (None, table.ann):
            onlooker = table.onlooker(viewer)
            first = await channel.first(onlooker)
            version = table.do(table.ann, "sit" if viewer is None else "leave", **({"seat": 1} if not viewer else {}))
            watcher = Watching(channel, onlooker)
            watcher.events, watcher.got = channel.stream(onlooker, first), b""
            assert await anext(watcher.events) == RETRY + first.data
            await watcher.until(version)
            await watcher.events.aclose()

    asyncio.run(look_on())


@pytest.mark.parametrize("seated", [False, True])
def test_a_linked_meter_that_another_table_feeds_is_told_and_nothing_is_told_twice(room, monkeypatch, seated):
    monkeypatch.setattr("houseway.web.streams.LOOK_AGAIN", 0.02)
    text = EXAMPLE.read_text()
    room.put_in_force(controls_from(text, "room.toml", EXAMPLE.parent), "command: tests", "the first day")
    mia = room.people.add("Mia", "manager", "no hash", by="command: tests")
    ann, bob = room.people.guest("Ann"), room.people.guest("Bob")
    one, two = (card.id for card in room.tables() if card.name in ("Pairs 1", "Pairs 2"))
    bets = {"wagers": {"blackjack": 1000, "super-pairs-jackpot": 100}}
    keys = iter(range(100))

    def do(table, person, kind, **data):
        return room.do(Command(table, person.id, f"key-{next(keys)}", None, kind, data))

    do(one, ann, "sit", seat=1)
    do(two, bob, "sit", seat=1)

    async def look_on():
        onlooker = Onlooker(ann, room.people.session(ann)) if seated else Onlooker()
        watcher = await (await Watching(Streams(room).of(one), onlooker).ask()).begin()
        came = [watcher.view()]
        for act in (
            lambda: room.jackpots.deposit(mia, room.jackpots.funds().required, "the first week"),
            lambda: (do(two, bob, "bet", **bets), do(two, bob, "ready")),
        ):
            await asyncio.to_thread(act)
            while (got := await asyncio.wait_for(anext(watcher.events), 30)) == STILL_HERE:
                pass
            watcher.got = got
            came.append(watcher.view())
        await watcher.events.aclose()
        return came

    before, paid_in, after = asyncio.run(look_on())
    assert before["version"] == paid_in["version"] == after["version"], "nothing has happened at this table"
    assert before["jackpots_say"]["super-pairs-jackpot"] == "closed for now"
    assert paid_in["jackpots_say"]["super-pairs-jackpot"] == "at most $25,000.00"
    assert [view["meters_cents"]["super-pairs-jackpot"] for view in (before, after)] == [1000_00, 1000_20]


def test_a_room_that_stops_ends_its_streams_and_an_unknown_table_has_none(table):
    async def look_on():
        streams = Streams(table.room)
        with pytest.raises(UnknownName):
            await streams.of(77).first(Onlooker())
        for each in await watching(table, [None, table.ann]):
            table.room.store.stop("a storage error")
            each.channel._wake(99)
            assert {*await asyncio.wait_for(each.rest(), 30)} <= {STILL_HERE}

    asyncio.run(look_on())


def test_a_silent_table_says_that_it_is_still_there_and_is_let_go_when_nobody_looks(table, monkeypatch):
    monkeypatch.setattr("houseway.web.streams.HEARTBEAT", 0.02)

    streams = Streams(table.room)

    async def look_on():
        watcher = await (await Watching(streams.of(table.id), Onlooker()).ask()).begin()
        for _ in range(4):
            assert await asyncio.wait_for(anext(watcher.events), 30) == STILL_HERE
        await watcher.events.aclose()

    asyncio.run(look_on())
    gc.collect()
    assert len(streams._channels) == 0
    assert table.id not in table.room._watchers


@pytest.mark.parametrize("steps", range(6))
def test_a_table_is_let_go_although_something_is_committed_as_the_last_stream_leaves(table, steps):
    """However far the follower has got with the news: the end of the last stream ends it."""

    async def look_on():
        (watcher,) = await watching(table, [None])
        following = watcher.channel._following
        while table.read["public"] < 2 or watcher.channel._reading.locked():
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)  # now it waits for news
        watcher.channel._wake(99)
        for _ in range(steps):
            await asyncio.sleep(0)
        await watcher.events.aclose()
        ended, _ = await asyncio.wait([following], timeout=10)
        following.cancel()
        assert ended

    asyncio.run(look_on())
    assert table.id not in table.room._watchers


def test_all_streams_of_a_person_share_one_view_a_version(table):
    async def look_on():
        table.do(table.ann, "sit", seat=1)
        tabs = await watching(table, [table.ann] * 10)
        for seat in (2, 3):
            version = await asyncio.to_thread(table.do, table.ann, "add-bot", seat=seat)
            told = await asyncio.gather(*(each.until(version) for each in tabs))
            assert all(data is told[0] for data in told)
            assert [seat["number"] for seat in tabs[0].view()["seats"] if seat["you"]] == [1]

    asyncio.run(look_on())
    assert table.read["view"] <= table.read["public"] <= 1 + 1 + 2, "one for each reading of the table at most"


def sign_out(table):
    table.room.people.end_session(table.sessions[table.ann])


def change_password(table):
    table.room.people.set_password(table.ann, "a long secret", "a much longer secret")


@pytest.mark.parametrize("end", [sign_out, change_password])
def test_a_seat_s_stream_ends_with_its_session_and_shows_nothing_more(table, end):
    async def look_on():
        table.ann = table.room.people.register("Anna", "a long secret")
        table.sessions[table.ann] = table.room.people.session(table.ann)
        await asyncio.to_thread(table.deal)
        ann, ben, nobody = await watching(table, [table.ann, table.ben, None])
        await asyncio.to_thread(end, table)
        version = await asyncio.to_thread(table.do, table.cat, "sit", seat=3)
        assert {*await asyncio.wait_for(ann.rest(), 30)} <= {STILL_HERE}
        for each in (ben, nobody):
            await each.until(version)
        await asyncio.gather(*(each.events.aclose() for each in (ben, nobody)))

    asyncio.run(look_on())


def test_a_seat_s_stream_ends_with_its_session_although_nothing_happens(table, monkeypatch):
    monkeypatch.setattr("houseway.web.streams.HEARTBEAT", 0.02)

    async def look_on():
        table.do(table.ann, "sit", seat=1)
        ann, cat = await watching(table, [table.ann, table.cat])
        assert await asyncio.wait_for(anext(ann.events), 30) == STILL_HERE
        await asyncio.to_thread(sign_out, table)
        await asyncio.to_thread(table.room.people.end_session, table.sessions[table.cat])
        assert {*await asyncio.wait_for(ann.rest(), 30)} <= {STILL_HERE}
        for _ in range(3):
            assert await asyncio.wait_for(anext(cat.events), 30) == STILL_HERE, "what everybody sees needs no session"
        await cat.events.aclose()

    asyncio.run(look_on())


def test_a_person_has_so_many_streams_and_an_address_without_a_name_many_more(table):
    streams = Streams(table.room)
    with contextlib.ExitStack() as places:
        for _ in range(MOST_OWN):
            places.enter_context(streams.place(table.ann, "here"))
        with (
            pytest.raises(TooMany, match=f"you have {MOST_OWN} live tables open: close one"),
            streams.place(table.ann, "elsewhere"),
        ):
            pass
        with streams.place(table.ben, "here"):
            pass
        for _ in range(streams._nameless):
            places.enter_context(streams.place(None, "here"))
        with pytest.raises(TooMany, match="visitors without a name"), streams.place(None, "here"):
            pass
        with streams.place(None, "elsewhere"):
            pass
    assert not streams._open


def test_no_address_has_more_than_half_of_the_streams_whoever_comes_from_it(table, monkeypatch):
    monkeypatch.setattr("houseway.web.streams.capacity", lambda: 80)
    streams = Streams(table.room)
    with contextlib.ExitStack() as places:
        for number in range(30):
            places.enter_context(streams.place(table.ann._replace(id=100 + number // 20), "here"))
        for person in (table.ben, None):
            with pytest.raises(TooMany, match="30 live tables are open at your address"), streams.place(person, "here"):
                pass
        for _ in range(20):
            places.enter_context(streams.place(None, "elsewhere"))
        places.enter_context(streams.place(table.ben, "elsewhere"))
    assert not streams._open


def test_one_stream_too_many_is_refused_until_another_has_ended(house, monkeypatch):
    monkeypatch.setattr("houseway.web.streams.MOST_OWN", 2)
    ann = house.visitor("Many Ann")
    path = f"/api/tables/{ann.open_table('super-pan-9')}/events"
    assert ann.client.get("/api/tables/999999/events").status_code == 404, "what has no stream takes no place"
    assert ann.client.get("/api/tables/999999/events").status_code == 404
    with ann.client.stream("GET", path) as first, ann.client.stream("GET", path) as second:
        assert (first.status_code, second.status_code) == (200, 200)
        refused = ann.client.get(path)
        assert refused.status_code == 429
        assert "2 live tables open" in refused.json()["error"]
    assert 200 in statuses(ann.client, path)
    ann.client.close()


def statuses(client: httpx.Client, path):
    """The answers until there is a stream: the server hears a little later that one has gone."""
    for _ in range(600):
        with client.stream("GET", path) as again:
            yield again.status_code
        threading.Event().wait(0.05)


def test_the_clock_does_not_wait_behind_the_streams():
    ticked, go_on = threading.Event(), threading.Event()

    class Clockwork:
        def tick(self, _now):
            ticked.set()

    async def crowded():
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
        busy = asyncio.create_task(asyncio.to_thread(go_on.wait))
        await asyncio.sleep(0)
        clock = asyncio.create_task(_tick(Clockwork()))
        for _ in range(1000):
            if ticked.is_set():
                break
            await asyncio.sleep(0.01)
        came = ticked.is_set()
        go_on.set()
        await busy
        clock.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await clock
        return came

    assert asyncio.run(crowded())
