"""The live streams: one reading of the table for all who may see the same, their own view for everybody else."""

import asyncio
import gc
import json

import pytest

from houseway.errors import UnknownName
from houseway.room import Command
from houseway.web.streams import RETRY, STILL_HERE, Streams

SPECTATORS = 60


class Table:
    """A table of Super Pan 9 with two people, and a count of how often it is read for the public and for one viewer."""

    def __init__(self, room, monkeypatch):
        self.room = room
        self.ann, self.ben, self.cat = (room.guest(name) for name in ("Ann", "Ben", "Cat"))
        self.id = room.open_table(self.ann, "super-pan-9", {}, "a table")
        self.keys = 0
        self.read = {"public": 0, "view": 0}
        for name in self.read:
            monkeypatch.setattr(room, name, self.counted(name, getattr(room, name)))

    def counted(self, name, method):
        def counting(*given):
            self.read[name] += 1
            return method(*given)

        return counting

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

    def __init__(self, channel, viewer):
        self.channel, self.viewer = channel, viewer

    async def begin(self):
        first = await self.channel.first(self.viewer)
        self.events = self.channel.stream(self.viewer, first)
        assert await anext(self.events) == RETRY + first.data
        self.got = first.data
        return self

    async def until(self, version):
        """The event of this version, as it came."""
        while not self.got.startswith(f"id: {version}\n".encode()):
            came = await asyncio.wait_for(anext(self.events), 30)
            self.got = self.got if came == STILL_HERE else came
        return self.got

    def view(self):
        return json.loads(self.got.split(b"data: ")[1])


async def watching(table, viewers):
    channel = Streams(table.room).of(table.id)
    return await asyncio.gather(*(Watching(channel, viewer).begin() for viewer in viewers))


def test_all_spectators_get_the_same_bytes_from_one_reading_a_version(table):
    async def look_on():
        table.do(table.ann, "sit", seat=5)
        crowd = await watching(table, [None, table.cat] * (SPECTATORS // 2))
        assert table.read["public"] == 1, "who asks at once shares a reading"
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
        open_ = {seat["number"] for seat in view["seats"] if any(card["card"] for card in seat["cards"])}
        assert open_ == {own} - {3, None}, "cards are seen by who holds them"
        assert [seat["number"] for seat in view["seats"] if seat["you"]] == [own] * (own is not None)
    assert len(set(told)) == 4


def test_nothing_is_missed_between_the_first_view_and_the_stream(table):
    async def look_on():
        channel = Streams(table.room).of(table.id)
        for viewer in (None, table.ann):
            first = await channel.first(viewer)
            version = table.do(table.ann, "sit" if viewer is None else "leave", **({"seat": 1} if not viewer else {}))
            watcher = Watching(channel, viewer)
            watcher.events, watcher.got = channel.stream(viewer, first), b""
            assert await anext(watcher.events) == RETRY + first.data
            await watcher.until(version)
            await watcher.events.aclose()

    asyncio.run(look_on())


def test_a_room_that_stops_ends_its_streams_and_an_unknown_table_has_none(table):
    async def look_on():
        streams = Streams(table.room)
        with pytest.raises(UnknownName):
            await streams.of(77).first(None)
        for each in await watching(table, [None, table.ann]):
            table.room.store.stop("a storage error")
            each.channel._wake(99)
            assert {*await asyncio.wait_for(rest(each.events), 30)} <= {STILL_HERE}

    async def rest(events):
        return [data async for data in events]

    asyncio.run(look_on())


def test_a_silent_table_says_that_it_is_still_there_and_is_let_go_when_nobody_looks(table, monkeypatch):
    monkeypatch.setattr("houseway.web.streams.HEARTBEAT", 0.02)

    streams = Streams(table.room)

    async def look_on():
        watcher = await Watching(streams.of(table.id), None).begin()
        for _ in range(4):
            assert await asyncio.wait_for(anext(watcher.events), 30) == STILL_HERE
        await watcher.events.aclose()

    asyncio.run(look_on())
    gc.collect()
    assert len(streams._channels) == 0
    assert table.id not in table.room._watchers
