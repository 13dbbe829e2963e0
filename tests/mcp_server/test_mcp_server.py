"""A client of the Model Context Protocol plays a game, asks why, and cannot leave its bounds."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from plyground.errors import SearchError
from plyground.mcp_server.command_runner import CommandRunner
from plyground.mcp_server.played_games import MAX_GAMES, PlayedGames

Ask = Callable[..., Awaitable[Any]]


def server_of(folder: Path) -> Any:
    """Return the server that reads tournaments from a folder."""
    from plyground.mcp_server.server import (
        mcp_server,
    )  # imported here because every process of the tests would wait for it

    return mcp_server(folder)


def with_client(talk: Callable[[Ask], Awaitable[None]], server: Any) -> None:
    """Let ``talk`` ask the tools of a server; an answer is its JSON, a refusal raises :class:`LookupError`."""
    # imported here because every process of the tests would wait for it
    from mcp import Client
    from mcp.types import ImageContent, TextContent

    async def run() -> None:
        async with Client(server) as client:

            async def ask(tool: str, **arguments: object) -> Any:
                answer = await client.call_tool(tool, arguments)
                (content,) = answer.content or [TextContent(type="text", text="[]")]
                if isinstance(content, ImageContent):
                    return content
                assert isinstance(content, TextContent)
                if answer.is_error:
                    assert "pydantic" not in content.text
                    raise LookupError(content.text)
                if answer.structured_content is not None:
                    assert json.loads(content.text) == answer.structured_content
                    return answer.structured_content
                return json.loads(content.text) if content.text[:1] in "[{" else content.text

            await talk(ask)

    asyncio.run(run())


def stdio_server(*arguments: str) -> Any:
    """Return the server as a program for language models starts it, on standard input and output."""
    from mcp import StdioServerParameters

    return StdioServerParameters(command=sys.executable, args=["-m", "plyground", "mcp", *arguments])


@pytest.mark.nightly
def test_an_agent_plays_against_bots_with_moves_as_numbers_and_texts() -> None:

    async def talk(ask: Ask) -> None:
        begun = await ask("start_game", game="connect_four")
        game = begun["game_id"]
        assert begun["legal_moves"] == list(range(1, 8))
        assert (await ask("play", game_id=game, move=4))["moves_played"] == ["4"]
        assert (await ask("play", game_id=game, move="4"))["moves_played"] == ["4", "4"]
        state = begun
        for bot in ("random", "level:number=1", "engine:nodes=500", ""):
            before = len((await ask("show_game", game_id=game))["moves_played"])
            state = await ask("play_bot", game_id=game, bot=bot)
            assert len(state["moves_played"]) == before + 1
        with pytest.raises(LookupError, match="There are only 6 moves to take back"):
            await ask("undo", game_id=game, plies=99)
        won = (await ask("start_game", game="tictactoe", moves="0-3-1-4"))["game_id"]
        assert (await ask("play_bot", game_id=won, bot="minimax"))["winner"] == "X"
        with pytest.raises(LookupError, match="The game is over"):
            await ask("play_bot", game_id=won)
        chess = (await ask("start_game", game="chess"))["game_id"]
        assert (await ask("play", game_id=chess, move="Nf3"))["to_move"] == "Black"
        for bot in ("human", "my_bot.py", "nobody"):
            with pytest.raises(LookupError, match=r"nobody|is not a bot"):
                await ask("play_bot", game_id=chess, bot=bot)

    with_client(talk, stdio_server())


@pytest.mark.proof
def test_a_large_game_is_judged_and_a_mate_that_was_allowed_is_named() -> None:

    async def talk(ask: Ask) -> None:
        game = (await ask("start_game", game="connect_four", moves="4-4-4-4"))["game_id"]
        assert (await ask("explore", game_id=game))["source"] == "book"
        chess = (await ask("start_game", game="chess", moves="e4 e5 Qh5 Nc6 Bc4 Nf6"))["game_id"]
        told = await ask("why", game_id=chess)
        assert (told["mark"], told["code"], told["after"], told["proven"]) == ("??", "left_open", -100, True)
        assert [each["mark"] for each in (await ask("review", game_id=chess, last=2))["plies"]] == ["", "??"]

    with_client(talk, stdio_server())


def test_every_answer_but_a_picture_is_structured(tmp_path: Path) -> None:
    from mcp import Client

    async def run() -> None:
        async with Client(server_of(tmp_path)) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert {name for name, tool in tools.items() if tool.output_schema is None} == {"picture"}
        for name in ("start_game", "show_game", "play", "play_bot", "undo"):
            schema = tools[name].output_schema
            assert schema is not None and "legal_moves" in schema["properties"]
        assert {each["type"] for each in tools["play"].input_schema["properties"]["move"]["anyOf"]} == {
            "integer", "string"
        }  # fmt: skip

    asyncio.run(run())


@pytest.mark.proof
def test_a_client_plays_a_game_and_asks_why() -> None:

    async def talk(ask: Ask) -> None:
        begun = await ask("start_game", game="tictactoe", moves="4")
        game = begun["game_id"]
        assert begun["to_move"] == "O" and begun["legal_moves"] == [0, 1, 2, 3, 5, 6, 7, 8]
        await ask("play", game_id=game, move="1")
        told = await ask("why", game_id=game)
        assert (told["mark"], told["before"], told["after"], told["proven"]) == ("??", 0, -100, True)
        hint = await ask("hint", game_id=game, tell="move")
        assert len(hint["steps"]) == 3 and set(hint["best"]) == {0, 2, 3, 5, 6, 8}
        for move in (0, 8, 3, 5):
            await ask("play", game_id=game, move=str(move))
        found = await ask("search", game_id=game, algorithm="minimax", depth=9)
        shown = await ask("play", game_id=game, move=str(found["move"]))
        assert shown["is_over"] and shown["winner"] == "X"

    with_client(talk, stdio_server())


def test_every_tool_answers(tmp_path: Path) -> None:

    async def talk(ask: Ask) -> None:
        assert "othello" in [record["name"] for record in (await ask("list_games"))["games"]]
        assert (await ask("rules", game="nim"))["values"]
        game = (await ask("start_game", game="nim:heaps=1-2"))["game_id"]
        values = await ask("explore", game_id=game)
        assert values["value"] == 100 and [record["best"] for record in values["moves"]].count(True) == 1
        assert (await ask("picture", game_id=game)).mime_type == "image/png"
        assert (await ask("picture", game_id=game, form="svg")).startswith("<svg")
        assert (await ask("undo", game_id=(await ask("start_game", game="dodgem", moves="a3-b3"))["game_id"]))["moves_played"] == []  # fmt: skip
        with pytest.raises(LookupError, match="minimax searches to a fixed depth: give depth"):
            await ask("search", game_id=game, algorithm="minimax")
        tree = await ask("search_tree", tree="[[3,12,8],[2,4,6],[14,5,2]]")
        assert tree["value"] == 3 and tree["leaves_pruned"] == [4, 5] and len(tree["steps"]) > 5
        assert "values" in (await ask("list_exercises"))["kinds"]
        solved = await ask("new_exercise", exercise="best-move", solved=True)
        marked = await ask("mark_exercise", exercise="best-move", answer=json.dumps(solved["answer"]))
        assert marked["credit"] == 1

    with_client(talk, server_of(tmp_path))


def test_no_file_is_read_and_bad_input_is_refused(tmp_path: Path) -> None:
    (tmp_path / "open").mkdir()
    (tmp_path / "secret.py").write_text("print('run')")

    async def talk(ask: Ask) -> None:
        first = (await ask("start_game", game="tictactoe"))["game_id"]
        wrong: tuple[tuple[str, dict[str, Any], str], ...] = (
            ("start_game", {"game": str(tmp_path / "secret.py")}, "There is no game"),
            ("rules", {"game": str(tmp_path / "secret.py")}, "There is no game"),
            ("search_tree", {"tree": str(tmp_path / "secret.py")}, "Write a tree"),
            ("new_exercise", {"exercise": str(tmp_path / "secret.py")}, "There is no exercise"),
            ("standings", {"file": "../secret.py"}, "There is no file"),
            ("start_game", {"game": "tictactoe", "moves": "4-4"}, "Move 2"),
            ("start_game", {"game": "tictactoe", "position": "?"}, "is not a position"),
            ("start_game", {"game": "kuhn"}, "hidden"),
            ("show_game", {"game_id": 99}, "There is no game 99"),
            ("play", {"game_id": 99, "move": "x" * 20_000}, "at most"),
            ("hint", {"game_id": 99, "tell": "all"}, "tell: Input should be"),
            ("play", {"game_id": 99, "move": 7}, "There is no game 99"),
            ("play", {"game_id": True, "move": 7}, "^play: game_id: It must be a number, not true[.]$"),
            *(
                (
                    "play",
                    {"game_id": 1, "move": move},
                    '^play: move: It must be a whole number or a text, such as 4 or "e2e4"[.]$',
                )
                for move in ([7], True, 0.0, None)
            ),
            (
                "search",
                {"game_id": first, "algorithm": "uct", "depth": 3},
                ": depth has no effect with algorithm uct: leave it out[.]$",
            ),
        )
        for tool, arguments, said in wrong:
            with pytest.raises(LookupError, match=said):
                await ask(tool, **arguments)

    with_client(talk, server_of(tmp_path / "open"))


def test_a_command_has_an_end_in_time_memory_and_output() -> None:
    async def run() -> None:
        with pytest.raises(SearchError, match="within 1 second"):
            await CommandRunner(timeout_s=1.0).json("search", "connect_four", "--depth=40", "--plain")
        with pytest.raises(SearchError, match="There is no game “x”"):
            await CommandRunner().json("games", "x")

    asyncio.run(run())


def test_the_oldest_game_makes_room() -> None:
    played = PlayedGames()
    numbers = [played.start("tictactoe") for _game in range(MAX_GAMES + 1)]
    assert played.match(numbers[-1])
    with pytest.raises(Exception, match="There is no game 1"):
        played.match(numbers[0])
