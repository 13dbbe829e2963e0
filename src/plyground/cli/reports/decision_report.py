"""The tree of a bot's decision, as lines of text, a picture or a record for programs."""

from __future__ import annotations

from plyground.bots.bot_protocol import Thought
from plyground.bots.catalogue import load_bot
from plyground.bots.decision import decision
from plyground.bots.decision_tree import DecisionTree
from plyground.cli.exports import ExportRequest
from plyground.cli.json_records import DecisionNodeRecord, DecisionRecord
from plyground.cli.options.tree_source import GameTree
from plyground.cli.output_files import write_output
from plyground.cli.own_games import game_named
from plyground.cli.progress_line import progress
from plyground.cli.terminal import say, say_json
from plyground.core.game import Game
from plyground.errors import GameOver
from plyground.presentation.json_moves import plain_move, plain_number, position_record
from plyground.presentation.trees.decision_picture import decision_picture
from plyground.presentation.trees.decision_text import outline, source_words
from plyground.searches import new_tally
from plyground.searches.chance_moves import first_turn

BOUNDS = {"=": "exact", "≥": "lower", "≤": "upper"}


def report_decision(of_game: GameTree, bot_text: str, exports: ExportRequest, *, as_json: bool) -> None:
    """Let a bot decide, and show its tree. Raise :class:`GameOver` after the end of the game."""
    game = game_named(of_game.tree_game or "")
    start = first_turn(game.start) if of_game.position_text is None else game.notation.parse(of_game.position_text)
    if start.is_over():
        raise GameOver
    tally = new_tally()
    with progress(tally):
        tree = decision(load_bot(bot_text, game), start, Thought(tally=tally)).tree
    assert tree is not None  # a decision has a tree
    printed = write_output(exports.svg, lambda: decision_picture(tree, game, theme=exports.theme))
    if as_json:
        say_json(decision_record(tree, game, bot_text))
    elif not printed:
        say(source_words(tree))
        print(outline(tree, game), end="")


def decision_record(tree: DecisionTree, game: Game, bot_text: str) -> DecisionRecord:
    """Return the record of a tree."""
    positions = tree.positions
    nodes: list[DecisionNodeRecord] = []
    for node in tree.nodes:
        above = None if node.parent is None else positions[node.parent]
        value = node.value if not isinstance(node.value, tuple) else None
        nodes.append(
            {
                "parent": node.parent,
                "move": None if above is None or node.move is None else plain_move(game, above, node.move),
                "value": None if value is None else plain_number(value),
                "utilities": [plain_number(each) for each in node.value] if isinstance(node.value, tuple) else None,
                "bound": BOUNDS.get(node.sign, "unvisited"),
                "distance": node.distance,
                "plies": node.plies,
                "visits": node.visits,
                "proven": node.is_proven,
                "expected": node.on_line,
                "more": node.more,
            }
        )
    move = None if tree.move is None else plain_move(game, tree.position, tree.move)
    return {
        **position_record(game, tree.position), "bot": bot_text, "source": tree.kind, "move": move,
        "shorter": tree.is_shorter, "nodes": nodes,
    }  # fmt: skip
