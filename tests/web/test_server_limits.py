"""Limits of the server: connections, messages, log lines, options of bots, and rules that do not return."""

from __future__ import annotations

import asyncio
import logging
import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
import uvicorn
from browser import Server
from paths import OWN_GAMES
from program import PATIENCE
from refusals import refused
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send

from plyground.errors import SpecError
from plyground.web.middleware.message_limits import Budget, MessageLimitMiddleware
from plyground.web.server import connection_limits
from plyground.web.server.connection_limits import ConnectionLimits, limited_protocol
from plyground.web.server.log_limits import MAX_LINE_CHARS, MAX_LINES_PER_MINUTE, LogLimit, ShortFormatter
from plyground.web.urls.bot_limits import BotLimits, check_limits, limits_for, set_limits

HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n"


async def hello(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        return
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await forward(3 * connection_limits.BODY_TIMEOUT_S)  # longer than any request may take
        await send({"type": "websocket.send", "text": "late"})
        return
    while (await receive()).get("more_body"):
        pass
    await PlainTextResponse("hello")(scope, receive, send)


async def forward(seconds: float) -> None:
    """Put the clock of the running loop forward, and let it do what is due by then."""
    loop = asyncio.get_running_loop()
    setattr(loop, "time", lambda: time.monotonic() + seconds)  # noqa: B010, a method to mypy
    for _turn in range(3):
        await asyncio.sleep(0)


@contextmanager
def small_server(limits: ConnectionLimits) -> Iterator[int]:
    """Serve a word on a free port of all loopback addresses."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    protocol = limited_protocol(limits)
    config = uvicorn.Config(hello, "0.0.0.0", port, http=protocol, log_level="critical", lifespan="off", loop="asyncio")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), f"port {port} was taken"
        time.sleep(0.01)
    yield port
    server.should_exit = True
    thread.join(PATIENCE)
    assert not thread.is_alive()


def connect(port: int, address: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection((address, port), timeout=PATIENCE, source_address=(address, 0))


def received(connection: socket.socket) -> bytes:
    """Return the next bytes of an answer; none if the server closes the connection."""
    try:
        return connection.recv(1000)
    except ConnectionResetError:
        return b""


def is_answered(connection: socket.socket) -> bool:
    """Return True once the whole answer has come, in any number of parts; False if the server closes the connection."""
    answer = b""
    while not answer.endswith(b"hello"):
        part = received(connection)
        if not part:
            return False
        answer += part
    return True


def test_requests_that_do_not_arrive_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "HEADER_TIMEOUT_S", 0.2)
    monkeypatch.setattr(connection_limits, "BODY_TIMEOUT_S", 0.2)
    with small_server(ConnectionLimits(100)) as port:
        for part in (b"", b"GET", HEAD, HEAD + b"Content-Length: 9\r\n\r\n", HEAD + b"Content-Length: 9\r\n\r\nhalf"):
            with closing(connect(port)) as connection:
                with suppress(ConnectionError):  # given up before the first part, on a busy machine
                    connection.sendall(part)
                assert received(connection) == b"", part


def test_a_request_that_does_not_arrive_is_given_up_after_others(monkeypatch: pytest.MonkeyPatch) -> None:
    with small_server(ConnectionLimits(100)) as port, closing(connect(port)) as connection:
        for _request in range(2):  # on one connection
            connection.sendall(HEAD + b"Content-Length: 2\r\n\r\nab")
            assert is_answered(connection)
        monkeypatch.setattr(connection_limits, "HEADER_TIMEOUT_S", 0.2)
        connection.sendall(HEAD)  # half of a third
        assert received(connection) == b""


def test_a_long_address_is_read_however_it_arrives() -> None:
    with small_server(ConnectionLimits(100)) as port, closing(connect(port)) as slow, closing(connect(port)) as quick:
        slow.sendall(b"GET /?moves=" + b"1" * 20_000)
        quick.sendall(HEAD + b"\r\n")  # its answer comes when the server has read what came before
        assert is_answered(quick)
        slow.sendall(b"2" * 20_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert is_answered(slow)


def test_a_web_socket_outlives_the_timeouts_of_requests() -> None:
    upgrade = b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    with small_server(ConnectionLimits(100)) as port, closing(connect(port)) as connection:
        connection.sendall(HEAD + upgrade + b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
        heard = b""
        while b"late" not in heard:
            part = received(connection)
            assert part, "the server closed the socket"
            heard += part


def test_one_network_has_half_of_all_connections_at_most() -> None:
    with small_server(ConnectionLimits(8)) as port, ExitStack() as stack:
        many = [stack.enter_context(closing(connect(port))) for _connection in range(6)]
        for connection in many[4:]:
            assert received(connection) == b""
        try:
            other = stack.enter_context(closing(connect(port, "127.0.0.2")))
        except OSError:
            pytest.skip("this system has one loopback address")
        other.sendall(HEAD + b"\r\n")
        assert is_answered(other)
        many[0].close()
        many[1].sendall(HEAD + b"\r\n")
        assert is_answered(many[1])
        again = stack.enter_context(closing(connect(port)))
        again.sendall(HEAD + b"\r\n")
        assert is_answered(again)


def test_a_proxy_brings_as_many_connections_as_there_may_be() -> None:
    with small_server(ConnectionLimits(8, ["127.0.0.0/8"])) as port, ExitStack() as stack:
        many = [stack.enter_context(closing(connect(port))) for _connection in range(7)]
        many[-1].sendall(HEAD + b"\r\n")
        assert is_answered(many[-1])


def test_a_budget_refills() -> None:
    clock = [0.0]
    budget = Budget(2, 10, lambda: clock[0])
    assert [budget.spend(6), budget.spend(6)] == [True, False]
    clock[0] = 10
    assert budget.spend(10)


def test_a_socket_through_which_too_much_comes_is_closed() -> None:
    heard: list[Message] = []
    sent: list[Message] = []

    async def listens(scope: Scope, receive: Receive, send: Send) -> None:
        while not heard or heard[-1]["type"] != "websocket.disconnect":
            heard.append(await receive())
        await send({"type": "websocket.send", "text": "too late"})

    async def receive() -> Message:
        return {"type": "websocket.receive", "text": "x" * 900_000}

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(MessageLimitMiddleware(listens)({"type": "websocket"}, receive, send))
    assert len(heard) == 4
    assert sent == [{"type": "websocket.close", "code": 1008}]


def test_the_log_is_bounded(caplog: pytest.LogCaptureFixture) -> None:
    limit = LogLimit()

    def passes(at: float) -> str:
        record = logging.LogRecord("x", logging.WARNING, "", 0, "message", (), None)
        record.created = at
        return record.getMessage() if limit.filter(record) else ""

    assert [bool(passes(1000)) for _line in range(MAX_LINES_PER_MINUTE + 5)].count(True) == MAX_LINES_PER_MINUTE
    assert passes(1061) == "(5 messages were left out.) message"
    long = logging.LogRecord("x", logging.WARNING, "", 0, "x" * 900_000, (), None)
    assert len(ShortFormatter().format(long)) == MAX_LINE_CHARS + 2


def test_options_of_bots_are_bounded() -> None:
    set_limits(limits_for(is_class=True))
    try:
        for text in ("engine:seconds=3600", "engine:threads=2", "engine:memory=1024", "uct:playouts=9000000"):
            with refused(SpecError, "“{text}”: this server allows at most {most} for the option {option}."):
                check_limits(text)
        check_limits("engine:seconds=5,threads=1")
        check_limits("minimax")
        check_limits("engine:seconds=x")  # the bot says what is wrong
    finally:
        set_limits(BotLimits())


@pytest.mark.proof
def test_the_options_in_a_link_are_bounded(school: Server) -> None:
    cookie = {"Cookie": f"{school.teacher_cookie['name']}={school.teacher_cookie['value']}"}
    with pytest.raises(HTTPError) as refused:
        urlopen(Request(school.url + "play/connect_four?x=engine:seconds=3600,threads=64&o=human", headers=cookie))
    assert refused.value.code == 400
    assert "this server allows at most 10 for the option seconds" in refused.value.read().decode()


def test_head_is_answered_like_get_without_a_body(server: Server) -> None:
    for path in ("", "play/tictactoe"):
        with urlopen(Request(server.url + path, method="HEAD")) as answer:
            assert (answer.status, answer.read()) == (200, b"")
    with pytest.raises(HTTPError, match="404"):
        urlopen(Request(server.url + "nothing", method="HEAD"))


@pytest.mark.proof
@pytest.mark.parametrize("name", ["Endless", "Stalled"])
def test_rules_that_do_not_return_stop_their_page_and_not_the_server(name: str) -> None:
    def page(path: str) -> str:
        try:
            with urlopen(server.url + path, timeout=PATIENCE) as answer:
                return str(answer.read().decode())
        except HTTPError as error:
            return error.read().decode()

    game = name.lower()
    said = re.compile(rf"{game}.py, line 1[34]: {name}.moves\(\) has not returned for [0-9.]+ s. Look for a loop")
    with Server(str(OWN_GAMES / f"{game}.py"), PLYGROUND_RULES_TIMEOUT="2") as server:
        assert said.search(page(f"play/{game}?moves=1-2&x=human&o=human"))
        assert said.search(page(f"play/{game}"))  # withdrawn: nobody waits for it again
        assert said.search(page(""))
        assert "Tic-tac-toe" in page("")
        assert "Traceback" not in page("play/tictactoe")
    assert server.said == ""
