"""A slow line between the browser and the server: it shows which tests press before the page has answered."""

from __future__ import annotations

import asyncio
import threading
from urllib.parse import urlsplit

SIZE = 1 << 16


class SlowLine:
    """A relay on a free port that holds back what the server says in a socket that stays open, each part as long."""

    def __init__(self, url: str, delay_s: float) -> None:
        self._target = urlsplit(url)
        self._delay_s = delay_s
        self._loop = asyncio.new_event_loop()
        begun = threading.Event()
        threading.Thread(target=self._run, args=(begun,), daemon=True).start()
        begun.wait()

    def _run(self, begun: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        begun.set()
        self._loop.run_forever()

    async def _serve(self, asked: asyncio.StreamReader, answer: asyncio.StreamWriter) -> None:
        try:
            there, to_there = await asyncio.open_connection(self._target.hostname, self._target.port)
        except ConnectionError:  # the server has ended
            answer.close()
            return
        slow = asyncio.Event()
        await asyncio.gather(self._ask(asked, to_there, slow), self._answer(there, answer, slow))

    async def _ask(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, slow: asyncio.Event) -> None:
        while data := await self._read(reader):
            if b"upgrade: websocket" in data[:4096].lower():
                slow.set()
            writer.write(data)
        writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, slow: asyncio.Event) -> None:
        parts: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def pass_on() -> None:
            while True:
                at, data = await parts.get()
                await asyncio.sleep(at - self._loop.time())
                writer.write(data)
                if not data:
                    writer.close()
                    return

        passing = self._loop.create_task(pass_on())
        while True:
            data = await self._read(reader)
            parts.put_nowait((self._loop.time() + (self._delay_s if slow.is_set() else 0), data))
            if not data:
                break
        await passing

    @staticmethod
    async def _read(reader: asyncio.StreamReader) -> bytes:
        try:
            return await reader.read(SIZE)
        except ConnectionError:
            return b""
