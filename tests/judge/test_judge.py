"""The judge: one value for a position, its source, marks, causes and purposes."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from samples import sample, some

from plyground import GAMES, exact, game, judgement, review
from plyground.arena.match import Match
from plyground.cli.commands.review import record
from plyground.errors import GameOver, SearchError
from plyground.evaluations.calibration import COIN, Calibration, calibration
from plyground.judge.because import because
from plyground.judge.judge import Judge, repeated
from plyground.judge.judgement import WIN, MoveWorth, ranked
from plyground.judge.kept_judgements import KeptJudgements
from plyground.judge.move_marks import Mark
from plyground.judge.pieces import PieceFacts
from plyground.judge.purpose import purpose
from plyground.judge.review import ReviewedMove, decisive, last_blunder, review_game, review_match
from plyground.learning.bundled_weights import path_of
from plyground.learning.learned import Learned
from plyground.learning.weights_file import add_evaluation, read_weights

NODES = 20_000
OPERA_GAME = (
    "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 "
    "Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#"
)


def random_positions(name: str, count: int, plies: int, seed: int = 1) -> Iterator[Any]:
    """Yield unfinished positions of random games in which a player is to move."""
    known, chance = game(name), random.Random(f"{name}{seed}")
    while count:
        position = known.start
        for _ply in range(chance.randint(0, plies)):
            if not position.is_over():
                position = position.play(chance.choice(list(position.moves())))
        if not position.is_over() and not position.is_chance():
            count -= 1
            yield position


# One value


@pytest.mark.parametrize("name", sample(["chess", "connect_four", "othello", "hex", "go", "kalah", "pig"], every=7))
def test_judgements_depend_on_the_position_alone(name: str) -> None:
    positions = list(random_positions(name, 4, 20))
    asked = Judge(game(name), NODES)
    forward = [asked(position) for position in positions]
    asked = Judge(game(name), NODES)
    assert [asked(position) for position in reversed(positions)] == forward[::-1]


@pytest.mark.parametrize(
    "name", sample(["chess", "connect_four", "othello", "hex", "go", "kalah", "pig", "tictactoe", "dame"], every=5)
)
def test_values_have_one_scale_and_the_best_move_stands_first(name: str) -> None:
    for position in some(random_positions(name, 4, 20)):
        found = Judge(game(name), NODES)(position)
        assert sorted(each.move for each in found.moves) == ([] if position.is_chance() else sorted(position.moves()))
        assert all(-100 <= each.value <= 100 and each.line[0] == each.move for each in found.moves)
        assert found.value == found.moves[0].value == max(each.value for each in found.moves)


def test_proven_values_agree_with_the_exact_solver() -> None:
    from plyground import exact

    judge = Judge(game("connect_four"), NODES)
    late = [each for each in random_positions("connect_four", 12, 30, seed=3) if each.filled.bit_count() > 16]
    judged = [(position, judge(position)) for position in late]
    for position, found in some(each for each in judged if each[1].proven):
        assert found.value == 100 * exact(position, weak=True).value


@pytest.mark.proof
def test_averages_over_chance_are_exact() -> None:
    pig = game("pig:target=8,faces=4,rounds=2")

    def average(position: Any) -> Fraction:
        if position.is_over():
            return Fraction(position.utility()) * (-1 if pig.side(position) == 1 else 1)
        after = [average(position.play(move)) for move in position.moves()]
        return sum(after, Fraction(0)) / len(after) if position.is_chance() else (min if pig.side(position) else max)(after)  # fmt: skip

    position = pig.start.play(3)
    found = Judge(pig)(position)
    assert found.proven
    assert {each.move: each.value for each in found.moves} == pytest.approx(
        {move: 100 * float(average(position.play(move))) for move in position.moves()}, abs=0.01
    )


@pytest.mark.parametrize("name", sample(["pig", "backgammon"], every=2))
def test_a_position_of_chance_is_worth_the_average_and_has_no_moves(name: str) -> None:
    known = game(name)
    judge, position = Judge(known, NODES), known.start
    found = judge(position)
    after = [(position.probability(move), known.side(child), judge(child).value) for move in position.moves() for child in [position.play(move)]]  # fmt: skip
    assert found.moves == ()
    average = sum(float(share) * (-value if side == 1 else value) for share, side, value in after)
    assert found.value == pytest.approx(average, abs=1)  # these look one ply further ahead


RACE = '''"""Race: players take one to three stones in turn; a table has the results."""

from typing import NamedTuple

from plyground import rules

RESULTS = {results}


@rules
class Race(NamedTuple):
    """Players take one to three stones in turn. A table has the results."""

    stones: int = 7
    player: int = 0

    def players(self):
        return {players}

    def to_move(self):
        return self.player

    def moves(self):
        for taken in range(1, min(3, self.stones) + 1):
            yield taken

    def play(self, move):
        return Race(self.stones - move, (self.player + 1) % {players})

    def is_over(self):
        return self.stones == 0

    def utilities(self):
        return RESULTS[self.player]

    def utmost(self):
        return {most}

    def bounds(self):
        return {least}, {most}
'''


@pytest.mark.parametrize("seed", range(4))
def test_values_keep_to_the_scale_for_any_players_and_utilities(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    players, least, most = chance.randint(3, 5), chance.randint(-5, 0), chance.randint(1, 5)
    results = tuple(tuple(chance.randint(least, most) for _each in range(players)) for _last in range(players))
    path = tmp_path / "race.py"
    path.write_text(RACE.format(results=results, players=players, least=least, most=most), encoding="utf-8")
    known = game(str(path))
    judge, match = Judge(known, NODES, native=False), Match(known)
    while not match.outcome:
        for move in match.position.moves():
            found = judge.after_move(match.position, move)
            assert all(-WIN <= each.value <= WIN for each in found.moves)
            assert -WIN <= found.value <= WIN
        match = match.play(chance.choice(list(match.position.moves())))
    for each in review_game(judge, match).moves:
        assert -WIN <= each.before <= WIN
        assert -WIN <= each.after <= WIN
    last = match.positions[-2]
    own = results[match.position.to_move()][last.to_move()]
    assert review_game(judge, match).moves[-1].after == pytest.approx(
        200 * (own - least) / (most - least) - 100, abs=0.01
    )


def test_a_move_among_three_is_not_worth_what_the_next_player_loses() -> None:
    three = game("three")
    judge, position = Judge(three, NODES), Match.parse(three, "a4 c3 b2 b4 b3 c4").position
    for move in some(position.moves()):
        assert judge.after_move(position, move).of(move) == judge(position).of(move)


@pytest.mark.proof
def test_a_move_that_draws_by_repetition_is_worth_nothing() -> None:
    chess = game("chess").beginning("6k1/8/8/8/8/8/q7/6K1 b - - 0 1")
    match = Match.parse(chess, "Kh7 Kh1 Kg7 Kg1 Kh7 Kh1 Kg7")
    again = repeated(chess, match.positions)
    assert match.positions[1].recurring() in again
    position = match.position.play(chess.notation.parse_move(match.position, "Kg1"))
    move = chess.notation.parse_move(position, "Kh7")
    found = Judge(chess, NODES).after_move(position, move, again)
    assert found.of(move).value == 0
    assert found.value > 90
    assert because(Judge(chess, NODES), position, move, again).code == "ends_drawn"


def test_drawn_games_have_no_best_move() -> None:
    found = judgement("dame", nodes=NODES)
    assert (found.source, found.value, found.proven, found.best_moves) == ("table", 0, True, ())


def test_moves_that_are_not_clearly_ahead_are_not_called_best() -> None:
    found = judgement("connect_four:width=8,height=8", nodes=NODES)
    assert not found.proven
    assert found.best_moves == ()


def test_hidden_games_are_refused_in_words() -> None:
    with pytest.raises(SearchError, match="hides"):
        judgement("kuhn")


def test_finished_games_have_no_judgement() -> None:
    over = Match.parse(game("tictactoe"), "0-3-1-4-2").position
    with pytest.raises(GameOver):
        judgement("tictactoe", over)


def test_weak_evaluations_are_told_by_their_log_loss() -> None:
    assert Calibration(1.0, COIN).is_weak
    for kind, weak in (("connect_four", True), ("hex", True), ("breakthrough", True), ("chess", False), ("othello", False)):  # fmt: skip
        name, evaluation = next(iter(game(kind).evaluations.items()))
        assert calibration(kind, name, evaluation).is_weak == weak


def test_a_game_of_ones_own_is_judged_by_what_was_learned_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Marks rest on it, by the calibration in its file; they would not on the evaluation of its author."""
    monkeypatch.setattr("plyground.core.evaluation_registry._files", {})
    built_in = game("connect_four")
    own: Any = {"open": built_in.evaluations["open-fours"]}
    subject = replace(built_in, name="fours", evaluations=own)
    authored = Judge(subject, 2_000)
    weights = replace(
        read_weights(path_of("connect_four")), game="fours", calibration={"scale": 0.001, "log_loss": 0.5, "games": 24}
    )
    add_evaluation("fours.weights", weights.content())
    learned = Judge(subject, 2_000)
    position = next(random_positions("connect_four", 1, 6, seed=4))
    assert not authored(position).trusted
    assert learned(position).trusted
    assert isinstance(learned.evaluation, Learned)
    assert learned.evaluation.calibration == (0.001, 0.5, False, None)
    assert Judge(built_in).evaluation == authored.evaluation


# Marks and causes


def code(move: ReviewedMove) -> str:
    return move.cause.code if move.cause else ""


@pytest.mark.proof
def test_a_queen_that_is_given_away_is_the_only_mistake() -> None:
    found = review("chess", "e4 e5 Nf3 Qg5 Nxg5 d6 Nf3 Nf6 Nc3 Be7 d4 O-O")
    (mistake,) = found.mistakes
    assert (mistake.ply, mistake.mark, code(mistake)) == (4, "??", "hangs")
    assert mistake.cause
    assert str(mistake.cause.sentence).startswith("White answers Nxg5 and takes the queen.")


@pytest.mark.parametrize(
    ("name", "moves", "words"),
    [
        ("chess", "f3 e5 g4", "Right was almost any other move."),  # all but f4
        ("connect_four:width=5,height=4", "2-1-1-4-4-4-2-3", "Right was any other move."),
        ("tictactoe", "0-8-1-5", "Right was cell 2."),
        ("tictactoe", "0-1-4-2", "O would have lost later with cell 8."),
    ],
)
def test_many_right_moves_are_told_by_their_share(name: str, moves: str, words: str) -> None:
    match = Match.parse(game(name), moves)
    cause = because(Judge(match.game, NODES), match.undo(1).position, match.moves[-1])
    assert str(cause.sentence).endswith(words)


def test_three_in_a_row_that_is_not_blocked_is_a_blunder_in_a_lost_game_too() -> None:
    found = review("connect_four", "1-1-1-5-1-7-7-4-1-6")
    last = found.mistakes[-1]
    assert (last.ply, last.mark, code(last)) == (9, "??", "left_open")
    assert (found.moves[8].before, found.moves[8].proven) == (-100, True)
    score = exact(Match.parse(game("connect_four"), "1-1-1-5-1-7-7-4").position).value  # 22 less Yellow's last disc
    longest = 22 + score - 4
    assert last.cause and str(last.cause.truth) == (
        f"Yellow wins in any case: in 1 move after this one, in {longest} after the best."
    )


@pytest.mark.proof
def test_the_opera_game_reads_as_people_read_it() -> None:
    marks = {each.ply: (each.mark, code(each)) for each in review("chess", OPERA_GAME).mistakes}
    assert marks[30] == ("??", "double_threat")
    assert {12, 15} < set(marks) <= {12, 15, 19, 30}


def test_values_of_a_review_are_those_of_the_judge() -> None:
    known = game("chess")
    judge = Judge(known, NODES)
    match = Match.parse(known, OPERA_GAME)
    for each in some(review_match(judge, match.moves)):
        assert each.before == judge(match.positions[each.ply - 1]).value


@pytest.mark.proof
def test_the_truth_of_a_cause_has_the_value_of_the_position() -> None:
    go, chance = game("go"), random.Random(4)
    match = Match(go)
    while match.ply < 24:
        match = match.play(chance.choice(list(match.position.moves())))
    for each in some(review_game(Judge(go), match, 8).mistakes):
        assert each.cause
        before = str(round(each.before)).replace("-", "−")
        assert f"{before} before the move" in str(each.cause.truth)


def test_moves_of_chance_have_no_mark() -> None:
    found = review("pig", "2 roll 2 hold 2")
    assert [each.mark for each in found.moves[::2]] == ["", "", ""]
    assert all(position.is_chance() for position in found.match.positions[:5:2])


def test_the_record_has_the_values_of_the_side_that_moved() -> None:
    plies = record(review("chess", "f3 e5 g4 Qh4#"))["plies"]
    assert [each["ply"] for each in plies] == [1, 2, 3, 4]
    assert (plies[2]["mark"], plies[2]["code"], plies[2]["line"]) == ("??", "opened", ["g4", "Qh4#"])
    assert (plies[3]["after"], plies[3]["proven"], plies[3]["sentence"]) == (100, True, "")


def test_pieces_count_only_where_more_of_them_help() -> None:
    assert PieceFacts(game("breakthrough"), Calibration()).matter
    assert not PieceFacts(game("pig"), Calibration()).matter


@pytest.mark.proof
def test_pieces_are_no_cause_where_taking_is_only_a_way_to_move() -> None:
    jumps = game(str(Path(__file__).parents[1] / "data" / "own_games" / "jumps.py"))
    assert not PieceFacts(jumps, Calibration()).matter
    chance, match = random.Random(0), Match(jumps)
    while not match.outcome:
        match = match.play(chance.choice(list(match.position.moves())))
    found = review_game(Judge(jumps, 20_000), match)
    assert "opened" in map(code, found.mistakes)
    assert not {"hangs", "left_hanging", "shot", "loses_piece", "missed_capture"} & set(map(code, found.mistakes))


def test_pieces_of_one_kind_that_both_sides_lost_are_not_told() -> None:
    match = Match.parse(
        game("chess"), "Nc3 Nc6 Nf3 Nf6 g4 Nxg4 a4 e5 h3 Nf6 e4 a5 d4 exd4 Nxd4 Bc5 Nd5 Nxd4 Be3 Nxd5 c4"
    )
    last = review_game(Judge(match.game, 60_000), match, 1).moves[-1]
    assert last.cause and str(last.cause.sentence) == "Bxd4 would have taken a knight."


def test_a_win_at_once_comes_before_a_win_of_unknown_length() -> None:
    first, second = (MoveWorth(move, WIN, True, plies, (move,)) for move, plies in ((0, None), (1, 1)))
    assert [each.move for each in ranked((first, second))] == [1, 0]


def test_endings_of_chess_are_taken_from_their_table() -> None:
    """The longest mate with a rook takes 16 moves (31 plies), as published."""
    known = game("chess")
    found = judgement(known, known.notation.parse("8/8/8/8/8/2k5/8/K6R w - - 0 1"))
    assert (found.source, found.value, found.proven) == ("table", WIN, True)
    assert found.best.distance is not None and found.best.distance <= 31


def test_averages_and_estimates_of_backgammon_share_one_scale() -> None:
    """Points 5 and 2 are left: 19 rolls of 36 bear both off then, but 17 from points 4 and 3 (two-checker table, bkgm.com)."""
    known = game("backgammon")
    found = judgement(known, known.notation.parse("-----B------------------d- White 21"))
    assert found.proven
    assert found.value == round(100 * (2 * 5 / 6 * 19 / 36 - 1), 2)


def test_good_moves_have_a_purpose() -> None:
    tictactoe = game("tictactoe")
    judge = Judge(tictactoe)
    after = Match.parse(tictactoe, "0-4-1").position
    assert purpose(judge, after, 2).code == "stops_win"
    assert purpose(judge, Match.parse(tictactoe, "0-3-1-4").position, 2).code == "wins"
    assert purpose(judge, Match.parse(tictactoe, "0-1-4-8").position, 6).code == "makes_double"


@pytest.mark.parametrize(
    ("name", "moves", "code"),
    [
        ("tictactoe", "0", "only_good"),
        ("tictactoe", "", "holds"),
        ("tictactoe", "0-1", "forces_win"),
        ("subtraction:heap=8", "", "holds"),
        ("chess", "e4 e5 Nf3 Nc6 Bc4 Nf6 d3", "among"),
        ("chess", "e4 e5 Nf3", "saves_piece"),
        ("chess", "e4 d5", "takes"),
        ("hex", "", "equal"),
    ],
)
def test_the_purpose_of_the_best_move_is_a_fact_and_its_line_is_best_play(name: str, moves: str, code: str) -> None:
    known = game(name)
    judge, position = Judge(known, NODES), Match.parse(known, moves).position
    best = judge(position).best
    told = purpose(judge, position, best.move)
    assert (told.code, told.line) == (code, best.line), told


def marked(ply: int, mark: Mark, before: float, after: float) -> ReviewedMove:
    return ReviewedMove(ply, 0, mark, before, after, False, None, False)


def test_the_mistake_that_decided_a_game_is_not_the_last_one_in_a_lost_position() -> None:
    lost = [marked(1, "?", 0, -25), marked(5, "??", 20, -80), marked(9, "??", -80, -100), marked(11, "??", -100, -100)]
    assert decisive(lost, drawn=False) == lost[1]
    assert decisive([*lost, marked(13, "??", 10, -60)], drawn=False) == marked(13, "??", 10, -60)
    assert decisive([*lost, marked(13, "?!", -45, -57)], drawn=False) == lost[1]
    assert decisive([marked(1, "??", 90, 0), marked(5, "??", 0, -40)], drawn=True) == marked(1, "??", 90, 0)
    assert decisive([marked(1, "?!", 0, -10), marked(5, "?", -10, -35)], drawn=False) == marked(5, "?", -10, -35)
    assert decisive([], drawn=False) is None


def test_a_clear_blunder_after_the_decisive_move_is_found() -> None:
    red = [each for each in review("connect_four", "1-1-1-5-1-7-7-4-1-6").mistakes if each.ply % 2]
    decided = decisive(red, drawn=False)
    assert decided
    later = last_blunder(red, decided.ply)
    assert later
    assert (decided.ply, later.ply, code(later)) == (7, 9, "left_open")
    assert last_blunder(red, later.ply) is None
    assert last_blunder([marked(5, "??", -80, -100)], 1) is None  # nothing is known of its cause


def test_the_mistake_that_lost_a_game_is_the_last_one_before_which_it_was_not_lost() -> None:
    tictactoe = game("tictactoe")
    judge, chance, seen = Judge(tictactoe), random.Random(1), 0
    while seen < 12:
        match = Match(tictactoe)
        while not match.outcome:
            match = match.play(chance.choice(list(match.position.moves())))
        winner = match.outcome.winner
        if winner is None:
            continue
        seen += 1
        held = [
            ply
            for ply in range(1, match.ply)
            if ply % 2 == winner and exact(match.positions[ply - 1]).value >= 0 > -exact(match.positions[ply]).value
        ]
        found = review_game(judge, match).decisive((1 - winner,))
        assert found and found.ply == held[-1]


@pytest.mark.proof
@pytest.mark.parametrize("name", [entry.name for entry in GAMES if entry.name != "kuhn"])
def test_every_move_has_a_cause_and_a_purpose(name: str) -> None:
    judge, chance = Judge(game(name), 2_000), random.Random(name)
    for position in some(random_positions(name, 3, 24)):
        moves = list(position.moves())
        for move in some(chance.sample(moves, min(3, len(moves)))):
            for told in (because(judge, position, move), purpose(judge, position, move)):
                assert str(told.sentence)
                assert str(told.truth)
                here = position
                for each in told.line:
                    assert each in list(here.moves())
                    here = here.play(each)


# Kept judgements


def test_kept_judgements_are_read_by_another_judge(tmp_path: Path) -> None:
    known, kept = game("connect_four"), KeptJudgements(tmp_path / "kept")
    position = next(random_positions("connect_four", 1, 12))
    found = Judge(known, NODES, kept)(position)
    assert Judge(known, NODES, KeptJudgements(tmp_path / "kept"))(position) == found
    assert Judge(known, NODES // 2, kept)(position) != found


def test_a_damaged_file_of_judgements_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_bytes(b"no database" * 1000)
    found = Judge(game("tictactoe"), NODES, KeptJudgements(path))(game("tictactoe").start)
    assert found.value == 0


def test_kept_judgements_are_removed(tmp_path: Path) -> None:
    kept, known = KeptJudgements(tmp_path / "kept"), game("tictactoe")
    found = Judge(known, NODES, kept)(known.start)
    count, size = kept.remove()
    assert count >= 1 and size > 0
    assert list(tmp_path.iterdir()) == []
    assert kept.remove() == (0, 0)
    assert Judge(known, NODES, kept)(known.start) == found


@pytest.mark.nightly
def test_five_processes_at_once_give_the_same_bytes() -> None:
    program = (
        "from plyground.judge.review import ReviewedMove, review_match; from plyground.judge.judge import Judge;"
        "from plyground import game; from plyground.arena.match import Match\n"
        f"for name, moves in (('chess', {OPERA_GAME!r}), ('connect_four', '1-1-1-5-1-7-7-4-1-6'), ('go', 'E5 C3 G7 D7'), ('othello', 'f5 d6 c3 d3')):\n"
        "    known = game(name)\n"
        f"    print(list(map(repr, review_match(Judge(known, {NODES}), Match.parse(known, moves).moves))))"
    )
    running = [subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) for _run in range(5)]
    said = [each.communicate()[0] for each in running]  # each beside the load of the others
    assert [each.returncode for each in running] == [0] * 5
    assert said[0]
    assert set(said) == {said[0]}
