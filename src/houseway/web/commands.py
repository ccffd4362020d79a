"""Commands between the event loop and the room's writer: none has a thread of its own while it waits for the disk."""

import asyncio
from collections import deque

from houseway.room import Command, Room, Sender, Ticket

Answers = deque[tuple["asyncio.Future[Ticket]", Ticket]]


class Commands:
    """The commands of one application."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._answers: Answers = deque()

    async def do(self, command: Command, sender: Sender) -> Ticket:
        """Do what a command asks, for whoever sends it; what came of it, once that is on disk."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Ticket] = loop.create_future()

        def told(ticket: Ticket) -> None:
            self._answers.append((answer, ticket))
            if len(self._answers) == 1:  # whoever comes before they are handed out goes with them
                loop.call_soon_threadsafe(self._hand_out)

        self._room.soon(command, sender, told)
        return await answer

    def _hand_out(self) -> None:
        while self._answers:
            answer, ticket = self._answers.popleft()
            if not answer.done():
                answer.set_result(ticket)
