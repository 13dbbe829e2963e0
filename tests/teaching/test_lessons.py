"""Lessons: every text in every language is whole, its questions are answered by the real searches, mistakes are told."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from math import log, sqrt
from pathlib import Path

import pytest
from paths import DOCS
from refusals import refused
from samples import sample, some
from web_page import Visit, drawn, fits

from plyground.errors import FileError, PlygroundError, SearchStopped
from plyground.i18n import LANGUAGES, use
from plyground.searches import search
from plyground.searches.tally import NODES, STOP, new_tally
from plyground.teaching.lessons.course import TEXTS, check_folder, course
from plyground.teaching.lessons.lesson import Lesson
from plyground.teaching.lessons.parser import load_lesson
from plyground.teaching.lessons.questions.exercise_question import ExerciseQuestion
from plyground.teaching.lessons.questions.learning_target import LearningTarget
from plyground.teaching.lessons.questions.question import Question, guessed, read_count
from plyground.teaching.lessons.questions.question_registry import KINDS
from plyground.teaching.lessons.questions.searches import Search
from plyground.teaching.lessons.questions.table_size import TableSize
from plyground.web.pages.learn.lesson_page import lesson_page, list_page
from plyground.web.urls.learn_url import LessonQuery

NAMES = sorted(file.stem for file in (TEXTS / "en").glob("*.md"))
BLOCKS = re.compile(r"^```(\w.*?)^```$", re.MULTILINE | re.DOTALL)
MAX_VISITS = 2_000_000
"""Most positions that a question may visit: the page stops at its time limit, and then shows no answer."""
HEAD = "---\ntitle: A <b>title</b>\norder: 1\nabout: Something.\n---\n\n"


@pytest.fixture
def speaking() -> Iterator[None]:
    yield
    use(None)


@cache
def english() -> dict[str, Lesson]:
    return dict(course("en"))


def questions() -> Iterator[tuple[str, Question]]:
    for lesson in english().values():
        for number, part in enumerate(lesson.parts, 1):
            if part.question is not None:
                yield f"{lesson.name}-{number}", part.question


QUESTIONS = dict(questions())


def page(name: str, *query: tuple[str, str], folder: Path | None = None) -> str:
    found = lesson_page(LessonQuery.parse(name, query), new_tally(), folder)
    return found.body if found.touched is None else "".join(found.touched[2:])


def test_the_lessons_come_in_their_order() -> None:
    course_, classics = (
        ["games", "minimax", "alpha-beta", "depth", "order", "tables", "players", "chance"],
        ["horizon", "quiescence", "backgammon", "sampling"],
    )
    further = ["rules", "evaluation", "deepening", "mcts", "retrograde", "test"]
    assert list(english()) == course_ + classics + further
    for name in further:  # a worked example before the first question, and one's own code at the end
        assert "example" in english()[name].parts[0].text
        assert "Now write it yourself" in english()[name].parts[-1].afterwards
    for name in set(course_) - {"order"} | {"horizon", "quiescence"}:
        assert "Now write it yourself" in english()[name].parts[-1].afterwards
    assert all(5 <= len(english()[name].parts) <= 12 for name in course_)
    assert all(len(english()[name].parts) == 3 for name in classics)  # short, each ends with an exercise
    assert all(isinstance(english()[name].parts[-1].question, ExerciseQuestion) for name in classics)
    assert all(
        part.question and part.text and part.afterwards for lesson in english().values() for part in lesson.parts
    )


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
@pytest.mark.parametrize("name", NAMES)
def test_translations_ask_the_same(name: str, language: str) -> None:
    """Every block stands in every language, in its place; the words around it are others."""
    ours, theirs = english()[name], load_lesson(TEXTS / language / f"{name}.md")
    texts = [(TEXTS / code / f"{name}.md").read_text(encoding="utf-8") for code in ("en", language)]
    assert BLOCKS.findall(texts[0]) == BLOCKS.findall(texts[1])
    assert (theirs.name, theirs.order) == (ours.name, ours.order)
    assert len(theirs.parts) == len(ours.parts)
    for mine, other in zip(ours.parts, theirs.parts, strict=True):
        assert other.text and other.afterwards and mine.text != other.text and mine.afterwards != other.afterwards


@pytest.mark.parametrize("name", sample(QUESTIONS, every=3))
def test_the_right_prediction_is_right(name: str) -> None:
    """The computed answer is accepted soon, an answer in another form is refused, and every picture is drawn."""
    question, tally = QUESTIONS[name], new_tally()
    assert str(question.asked(tally))
    solution = question.solution(tally)
    reply = question.reply(solution, tally)
    assert reply.right and set(solution) <= {field.name for field in question.fields}
    for answered in (False, True):
        for picture in question.pictures(answered=answered):
            assert picture.drawn("color").startswith("<svg") and picture.words
    wrong = dict(solution)
    for field in question.fields:
        if field.is_tick:
            wrong = {"none": "1"} if "none" not in solution else {question.fields[0].name: "1"}
        elif field.options:
            wrong[field.name] = next(option for option, _words in field.options if option != solution[field.name])
        elif solution[field.name].lstrip("-").isdecimal():
            wrong[field.name] = str(10 * abs(int(solution[field.name])) + 20)
    if wrong != solution:
        replies = [question.reply(wrong, tally), question.reply({}, tally)]
        assert replies[0].sentences and all(map(str, replies[0].sentences))
        equals = len(re.findall(", ", str(reply.sentences[0]))) if reply.sentences else 0
        assert not replies[0].right or equals  # another move may be equally good
    assert tally.counts[NODES] < MAX_VISITS


def test_the_documentation_has_an_example_of_each_question(tmp_path: Path) -> None:
    text = (DOCS / "lessons.md").read_text(encoding="utf-8").partition("\n## An example of each question\n")[2]
    blocks = BLOCKS.findall(text)
    assert [block.split()[0] for block in blocks] == list(KINDS)
    steps = "\n".join(f"## Step\n\n```{block}```\n" for block in blocks)
    (tmp_path / "examples.md").write_text(HEAD + steps, encoding="utf-8")
    tally = new_tally()
    for part in load_lesson(tmp_path / "examples.md").parts:
        assert part.question is not None
        assert part.question.reply(part.question.solution(tally), tally).right


def test_answers_are_those_of_the_literature() -> None:
    """Figures that others have published, behind the questions that ask for them."""
    tally = new_tally()
    assert QUESTIONS["tables-1"].solution(tally) == {"": "4520"}  # L. A. Digiampietri
    assert QUESTIONS["alpha-beta-1"].solution(tally) == {"": "D1"}  # AIMA, 4th global ed., fig. 6.5
    assert QUESTIONS["order-4"].solution(tally)["leaves"] == "5"  # Knuth & Moore (1975)
    assert QUESTIONS["chance-5"].solution(tally) == {"move": "B"}  # AIMA, 4th global ed., fig. 6.13
    assert QUESTIONS["chance-6"].solution(tally) == {"move": "C"}
    assert QUESTIONS["players-7"].solution(tally) == {"": "a1"}
    assert QUESTIONS["players-1"].solution(tally)["A"] == "(1, 2, 6)"  # AIMA, 4th global ed., fig. 6.4


def test_ucb_takes_the_child_with_the_greatest_sum() -> None:
    """The sums are computed here by the published formula (Auer, Cesa-Bianchi, Fischer 2002)."""
    results = {"B": (30, 50), "C": (2, 12), "D": (24, 38)}
    sums = {name: won / seen + 1.41 * sqrt(log(100) / seen) for name, (won, seen) in results.items()}
    assert QUESTIONS["mcts-6"].solution(new_tally()) == {"": max(sums, key=sums.__getitem__)}
    table = QUESTIONS["mcts-6"].reply({"": "C"}, new_tally()).table
    assert table is not None
    assert [str(row[3]) for row in table.rows] == [f"{value:.2f}" for value in sums.values()]
    assert [QUESTIONS[f"mcts-{step}"].solution(new_tally()) for step in (2, 3)] == [{"": "D"}, {"": "C"}]


def test_an_estimate_learns_from_the_rest_of_the_game() -> None:
    """The target is the mean of the values 1, 2, ... plies later, with weights 1 − λ, (1 − λ)λ, ... (Sutton 1988)."""
    question, tally = next(each for each in QUESTIONS.values() if isinstance(each, LearningTarget)), new_tally()
    expected = 0.3 * 0.2 + 0.3 * 0.7 * 0.6 + 0.7**2 * 1
    assert question.solution(tally) == {"": f"{expected:.2f}"}
    assert question.reply({"": f"{expected:.2f}"}, tally).right
    assert not question.reply({"": "1.00"}, tally).right


def test_the_next_playout_goes_where_its_drawn_tree_says() -> None:
    """UCB1 of the numbers that are shown gives the move; the last drawing has one more visit on the path, and no more."""
    for name in ("mcts-4", "mcts-5"):
        question, tally = QUESTIONS[name], new_tally()
        table = question.reply({}, tally).table
        assert table is not None
        results = {str(row[0]): tuple(map(float, str(row[1]).split("/"))) for row in table.rows}
        played = sum(visits for _wins, visits in results.values()) + 1
        sums = {move: wins / visits + sqrt(2 * log(played) / visits) for move, (wins, visits) in results.items()}
        assert question.solution(tally) == {"": max(sums, key=sums.__getitem__)}
        (asked,) = question.pictures(answered=False)
        selection, expansion, playout, backpropagation = question.pictures(answered=True)
        assert [str(shown.caption)[:2] for shown in question.pictures(answered=True)] == ["1.", "2.", "3.", "4."]
        assert visits_drawn(selection.words) == visits_drawn(asked.words)
        assert sorted([*visits_drawn(asked.words), 0]) == sorted(visits_drawn(expansion.words))
        assert len(playout.words.splitlines()) > len(expansion.words.splitlines())
        path = backpropagation.words.count("▸")
        assert sum(visits_drawn(backpropagation.words)) == sum(visits_drawn(expansion.words)) + path
        assert path == selection.words.count("▸") + 1


def visits_drawn(text: str) -> list[int]:
    """The visits of the nodes of a drawing."""
    return [int(visits) for visits in re.findall(r"/(\d+)", text)]


@pytest.mark.proof
def test_a_larger_table_saves_visits_until_it_holds_everything() -> None:
    """The value never depends on the table, and a table of any size saves visits."""
    question, tally = QUESTIONS["tables-6"], new_tally()
    assert isinstance(question, TableSize)
    table = question.reply(question.solution(tally), tally).table
    assert table is not None
    visits = [int(str(row[1]).replace(",", "")) for row in table.rows]
    assert visits == sorted(visits, reverse=True) and visits[0] > 10 * visits[-1]
    plain = search(question.place.position, "alphabeta")
    assert {found.value for found in question.found.values()} == {plain.value} and visits[0] == plain.nodes
    smallest = int(question.solution(tally)[""])
    for size in question.sizes:
        reply = question.reply({"": str(size)}, tally)
        enough = question.found[size].nodes <= 2 * question.found[question.sizes[-1]].nodes
        assert reply.right == (size == smallest) and enough == (size >= smallest)
        assert reply.table is not None and len(reply.table.rows) == (len(question.sizes) + 1 if reply.right else 2)


def test_lessons_cut_by_alpha_and_by_beta() -> None:
    """Both kinds of cut-offs are asked for, and a window with a finite beta."""
    cuts = Counter(
        node.cut
        for question in QUESTIONS.values()
        if isinstance(question, ExerciseQuestion) and question.exercise.algorithm == "alphabeta"
        for node in question.exercise.way().work().run.nodes
    )
    assert cuts["alpha"] >= 10 and cuts["beta"] >= 2
    assert QUESTIONS["alpha-beta-4"].solution(new_tally()) == {"alpha": "−∞", "beta": "5"}


@pytest.mark.parametrize("name", QUESTIONS)
def test_lessons_explain_the_words_that_they_ask_about(name: str) -> None:
    """A term of the search stands in a text of the lessons before the question that uses it, or beside it."""
    told = ""
    for lesson in some(english().values()):
        for number, part in some(enumerate(lesson.parts, 1)):
            told += part.text.lower()
            if f"{lesson.name}-{number}" == name:
                asked = str(QUESTIONS[name].asked(new_tally())).lower()
                for term in ("alpha-beta", "fail-soft", "fail-hard", "minimax", "expectiminimax", "max^n", "star1"):
                    assert term not in asked or term in told or term in lesson.title.lower(), term
                return
            told += part.afterwards.lower()


def test_a_table_has_no_column_that_says_nothing() -> None:
    """Minimax cuts nothing and has no table."""
    tally = new_tally()
    minimax, both = (QUESTIONS[name].reply({"": "500"}, tally).table for name in ("minimax-7", "alpha-beta-12"))
    assert minimax is not None and both is not None
    assert list(map(str, minimax.columns)) == ["search", "positions visited", "value"]
    assert list(map(str, both.columns)) == ["search", "positions visited", "cut-offs", "value"]


def chosen_by(name: str, text: str) -> str:
    """The move of a search in the position of a question."""
    place = QUESTIONS[name].place  # type: ignore[attr-defined]
    found = Search.parse(text, place.game, place.position, "distance").run(place.position, new_tally())
    return str(place.game.notation.format_move(place.position, found.move))


def test_a_capture_at_the_horizon_is_told_as_the_searches_find_it() -> None:
    """The queen takes a guarded bishop; one ply more shows the recapture, and the rook takes the pawn. In draughts two
    men are taken and two lost at once, and a search to the quiet position takes one man, as a deep search does.
    """
    tally = new_tally()
    assert [QUESTIONS[f"horizon-{step}"].solution(tally) for step in (1, 2)] == [{"": "Qxc6"}, {"": "Rxe5"}]
    chess = QUESTIONS["horizon-1"].place  # type: ignore[attr-defined]
    notation = chess.game.notation
    after = {notation.format_move(chess.position, move): chess.position.play(move) for move in chess.position.moves()}
    replies = {name: {notation.format_move(there, move) for move in there.moves()} for name, there in after.items()}
    assert "bxc6" in replies["Qxc6"]
    assert not any(reply.endswith("xe5") for reply in replies["Rxe5"])
    assert [chosen_by("quiescence-1", text) for text in ("alphabeta:depth=1", "quiescence:depth=1", "alphabeta:depth=7")] == [
        "28x12", "14x5", "14x5",
    ]  # fmt: skip
    draughts = QUESTIONS["quiescence-1"].place  # type: ignore[attr-defined]
    taken = next(move for move in draughts.position.moves() if draughts.game.notation.format_move(draughts.position, move) == "28x12")  # fmt: skip
    there = draughts.position.play(taken)
    written = draughts.game.notation.format
    back = [written(there.play(move)) for move in there.moves()]
    assert written(there) == "B:W12,14,23:B9,11" and back == ["W:W12:B11,27"]


def test_the_best_number_is_not_the_best_move() -> None:
    """Open lines choose the centre, which draws, and the corner 6 wins; the average chooses B, which minimax refutes."""
    reply = QUESTIONS["evaluation-5"].reply({}, new_tally())
    assert reply.table is not None
    rows = {str(move): (str(value), str(exact)) for move, value, exact in reply.table.rows}
    assert rows["4"] == ("3", "A draw with best play") and rows["6"][0] == "2" and "win" in rows["6"][1]
    leaves: list[list[float]] = [[1, 1, 1, 0], [0.5, 0.5, 1, 0.5], [0, 0.5, 1, 0]]
    question = QUESTIONS["sampling-3"]
    assert isinstance(question, ExerciseQuestion)
    tree = question.exercise.tree
    assert [[float(tree.value(leaf)) for leaf in tree.children(node)] for node in tree.children(0)] == leaves
    assert [sum(row) / 4 for row in leaves] == [0.75, 0.625, 0.375]
    assert question.solution(new_tally()) == {"move": "C"} and max(map(min, leaves)) == min(leaves[1])


def test_statements_of_the_lesson_on_several_players_are_true() -> None:
    """Max^n moves to B and the paranoid search to C; X stops O, as both of its other moves lose."""
    tree = QUESTIONS["players-3"].of_what  # type: ignore[attr-defined]
    assert [search(tree.start, name).move for name in ("max-n", "paranoid")] == [0, 1]


def test_the_answer_follows_the_tree(tmp_path: Path) -> None:
    """A teacher changes a leaf, and another move is right."""
    text = (
        HEAD
        + "## One\n\nWhich?\n\n```exercise\nkind: best-move\ntree: [[3, 12], [{leaf}, 8]]\nalgorithm: minimax\n```\n"
    )
    for leaf, move in ((2, "B"), (5, "C")):
        file = tmp_path / "own.md"
        file.write_text(text.format(leaf=leaf))
        question = load_lesson(file).parts[0].question
        assert question is not None
        assert question.solution(new_tally()) == {"move": move}


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "A lesson begins with a head: a line ---, the keys title, order, about, and another ---."),
        ("---\ntitle: x\n", 1, "The head of the lesson has no end"),
        ("---\ntitle: x\norder: 1\n---\n## A\n", 1, "The key “about” is missing."),
        ("---\ntitle: x\norder: one\nabout: y\n---\n", 3, "“order” is a whole number from 0 to 9999, not “one”."),
        ("---\ntitle x\n---\n", 2, "A line here has the form “key: value”, not “title x”."),
        (HEAD + "Text first\n", 7, "After its head a lesson begins with the heading of its first step"),
        (HEAD + "## A\n\n```exercize\n```\n", 9, "There is no question of the kind “exercize”; the kinds are: exercise,"),
        (HEAD + "## A\n\n```exercise\nkind: values\n```\n", 9, "The key “tree” is missing."),
        (HEAD + "## A\n\n```exercise\nkind: values\ntree: [1, [\n```\n", 9, "This tree cannot be used"),
        (HEAD + "## A\n\n```move\ngame: chess9\n```\n", 9, "There is no game “chess9”"),
        (HEAD + "## A\n\n```move\ngame: tictactoe\ndepth: 3\n```\n", 9, "There is no key “depth” here; the keys are: game,"),
        (HEAD + "## A\n\n```move\ngame: pig\n```\n", 9, "Nobody chooses in this position: chance decides."),
        (HEAD + "## A\n\n```outcome\ngame: kuhn\n```\n", 9, "does not support hidden information"),
        (HEAD + "## A\n\n```outcome\ngame: tictactoe\nmoves: 0-0\n```\n", 9, "Move 2: "),
        (HEAD + "## A\n\n```effort\ngame: dame\nsearches: minimax:plies=3\n```\n", 9, "a search has the options depth,"),
        (HEAD + "## A\n\n```games\ngames: nim\n```\n", 9, "“games” must list 2 to 20 games, with “;” between them."),
        (HEAD + "## A\n\n```positions\ngame: nim\nplies: 99\n```\n", 9, "“plies” is a whole number from 1 to 12, not “99”."),
        (HEAD + "## A\n\n```ucb\nresults: 3/2, 1/1\n```\n", 9, "“3/2” must be wins and visits, such as 2/3."),
        (HEAD + "## A\n\n```ucb\nresults: 1/2\n```\n", 9, "“results” holds from 2 to 12 children"),
        (HEAD + "## A\n\n```ucb\nresults: 1/2, 2/4, 1/2\n```\n", 9, "Two children have almost the same sum"),
        (HEAD + "## A\n\n```learning\nestimates: 0.1, 2\nresult: 1\n```\n", 9, "numbers from −1 to 1, not “2”"),
        (HEAD + "## A\n\n```learning\nestimates: 0.1\nresult: 1\n```\n", 9, "“estimates” holds from 2 to 12 numbers"),
        (HEAD + "## A\n\n```learning\nestimates: 0.1, 0.1\nresult: 0.1\n```\n", 9, "Two answers are almost the same"),
        (HEAD + "## A\n\n```ucb\nresults: 1/2, 1/1\nexploration: x\n```\n", 9, "“exploration” is a number from 0 to 12"),
        (HEAD + "## A\n```next-leaf\ntree: [1, 2]\nafter: 1\nafter: 2\n```\n", 11, "The key “after” is given twice."),
        (HEAD + "## A\n```outcome\ngame: nim\n```\n```outcome\ngame: nim\n```\n", 11, "A step asks one question"),
    ],
)  # fmt: skip
def test_errors_in_a_lesson_are_told_with_their_line(text: str, line: int, reason: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.md"
    file.write_text(text)
    with pytest.raises(FileError) as caught:
        check_folder(tmp_path)
    assert (caught.value.path, caught.value.line) == (file, line)
    assert reason in str(caught.value.reason)


def test_a_teachers_lessons_stand_beside_or_replace_the_others(tmp_path: Path, speaking: None) -> None:
    """Lessons of one's own are shown beside the others, in the reader's language, or in the place of one of them."""
    with pytest.raises(FileError, match="there is no lesson here"):
        check_folder(tmp_path)
    (tmp_path / "ro").mkdir()
    (tmp_path / "own.md").write_text(
        HEAD + "## First\n\n<script>alert(1)</script> ![x](http://x.org/x.png) [y](javascript:z)\n"
    )
    (tmp_path / "ro" / "own.md").write_text(HEAD.replace("Something", "Ceva") + "## Unu\n\nText\n")
    (tmp_path / "chance.md").write_text(HEAD.replace("order: 1", "order: 99") + "## Only\n\nText\n")
    check_folder(tmp_path)
    listed = list_page(tmp_path).body
    assert "A &lt;b&gt;title&lt;/b&gt;" in listed and "Something." in listed
    assert list(course("en", tmp_path))[-1] == "chance" and len(course("en", tmp_path)["chance"].parts) == 1
    shown = page("own", folder=tmp_path)
    assert "&lt;script&gt;alert(1)" in shown and "<img" not in shown and 'href="javascript' not in shown
    use("ro")
    assert "Ceva." in list_page(tmp_path).body and "Unu" in page("own", folder=tmp_path)


def test_a_step_as_a_page() -> None:
    before = page("minimax")
    assert (
        "Check my prediction" in before
        and "Next step" not in before
        and "verdict" not in before.replace("#verdict", "")
    )
    wrong = page("minimax", ("item.A", "9"), ("predicted", "1"))
    assert "Not as you predicted." in wrong and 'aria-label="wrong"' in wrong and "Next step" in wrong
    right = page(
        "minimax", *(("item." + name, value) for name, value in zip("ABCD", "5451", strict=True)), ("predicted", "1")
    )
    assert "As you predicted." in right and "Solution" not in right
    shown = page("minimax", ("shown", "1"))
    assert "This is the answer." in shown and "Solution: A = 5, B = 4, C = 5, D = 1" in shown
    assert "Answer first: a guess will do." in page("minimax", ("predicted", "1"))
    assert "Next lesson: Alpha-beta" in page("minimax", ("step", "999"), ("shown", "1"))
    assert "All lessons" in page("chance", ("step", "8"), ("shown", "1"))


@pytest.mark.parametrize(
    ("name", "query", "sentence"),
    [
        ("minimax", [("item.A", "<script>"), ("predicted", "1")], "“&lt;script&gt;” is not a number"),
        ("minimax", [("step", "7"), ("item.", "many"), ("predicted", "1")], "Write a whole number, such as 500, instead of “many”"),
        ("minimax", [("step", "6"), ("item.", "<b>"), ("predicted", "1")], "“&lt;b&gt;” is not one of the answers."),
        ("depth", [("step", "4"), ("item.", "8"), ("predicted", "1")], "Its value of your move 8: 0."),
        ("minimax", [("step", "-4"), ("x", "y" * 9999)], "One choice each"),
    ],
)  # fmt: skip
def test_unreadable_answers_are_refused_with_a_reason(name: str, query: list[tuple[str, str]], sentence: str) -> None:
    shown = page(name, *query)
    assert sentence in shown and "<script>" not in shown and "<b>" not in shown


STALE_FIELDS: tuple[list[tuple[str, str]], ...] = (
    [("item.Q", "x")],
    [("item.", "1"), ("item.A", "x")],
    [("item.A", "3"), ("item.B1", "1"), ("item.none", "1"), ("item.move", "B")],
    [("item.order", "B1"), ("item.true", "maybe")],
    [],
)


STALE_LINKS = list(product(QUESTIONS, STALE_FIELDS))


@pytest.mark.parametrize(("name", "fields"), STALE_LINKS[::6])
def test_a_stale_link_is_answered_by_a_sentence(name: str, fields: list[tuple[str, str]]) -> None:
    """Fields of another question, or of a lesson that has changed since, are never an error of ours."""
    is_answered_by_a_sentence(name, fields)


@pytest.mark.proof
def test_every_stale_link_is_answered_by_a_sentence() -> None:
    for name, fields in STALE_LINKS:
        is_answered_by_a_sentence(name, fields)


def is_answered_by_a_sentence(name: str, fields: list[tuple[str, str]]) -> None:
    lesson, step = name.rsplit("-", 1)
    shown = page(lesson, ("step", step), *fields, ("predicted", "1"))
    assert '<p id="verdict" class="trouble" role="alert">' in shown and "Next step" not in shown


def test_nothing_to_tick_can_be_answered_and_shown() -> None:
    uncut = page("alpha-beta", ("step", "6"), ("shown", "1"))
    assert "This is the answer." in uncut and "Solution:" in uncut
    none = page("order", ("step", "1"), ("shown", "1"))
    assert "Solution: none" in none and "✓" not in none
    assert re.search(r'name="item.none" value="1" checked', none)
    assert "As you predicted." in page("order", ("step", "1"), ("item.none", "1"), ("predicted", "1"))


def test_games_that_are_shown_are_not_missing() -> None:
    shown = page("games", ("step", "7"), ("shown", "1"))
    assert "These: Tic-tac-toe, Pig, Kuhn poker, Kalah." in shown and "missing" not in shown


@pytest.mark.parametrize("name", ["nothing", "../../etc/passwd", "en/minimax", ""])
def test_a_name_is_no_path(name: str) -> None:
    with refused(PlygroundError, "There is no lesson “{name}”."):
        page(name)


def test_a_search_of_a_lesson_is_stopped() -> None:
    """A teacher's block that takes too long is stopped at the page's time limit."""
    question = load_lesson(TEXTS / "en" / "alpha-beta.md").parts[11].question
    tally = new_tally()
    tally.counts[STOP] = 1
    assert question is not None
    with pytest.raises(SearchStopped):
        question.reply({"": "1"}, tally)


def test_guesses_are_read_in_any_grouping_and_compared() -> None:
    assert [read_count(text) for text in ("18,297", "18.297", "18 297", " 0 ")] == [18297, 18297, 18297, 0]
    assert str(guessed(500, 1000, 2)) == "Close: you said 500, it is 1,000."
    assert str(guessed(100, 1000, 2)).endswith("10.0 times too small.")
    assert str(guessed(2500, 1000, 2)).endswith("2.5 times too large.")
    assert str(guessed(8, 9, 1)) == "You said 8, it is 9."


@pytest.mark.browser
def test_a_lesson_is_done_by_keyboard(visit: Visit) -> None:
    expect = pytest.importorskip("playwright.sync_api").expect
    page = visit("learn", ready=".lessons", width=390)
    page.get_by_role("link", name="Alpha-beta").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="The first cut")).to_be_visible()
    expect(page.locator(".room img:visible")).to_have_count(1)
    drawn(page.locator(".room img.by-day"))
    assert page.locator(".room").evaluate("room => room.scrollWidth <= room.clientWidth")
    page.get_by_label("C2", exact=True).focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("Not as you predicted.")
    expect(verdict).to_contain_text("the 2 other children of C cannot matter, cut.")
    expect(verdict).to_be_focused()
    fits(page)
    page.get_by_label("D1", exact=True).check()
    page.get_by_role("button", name="Predict again").click()
    expect(verdict).to_contain_text("As you predicted.")
    done = page.locator(".steps a.done")  # the script that remembers this comes after the words
    expect(done).to_have_count(1)
    page.get_by_role("link", name="Next step").click()
    page.get_by_role("link", name="I don't know: show me").click()
    expect(verdict).to_contain_text("Solution: alpha = 5, beta = +∞")
    expect(done).to_have_count(2)
    page.get_by_role("link", name="All lessons").click()
    expect(page.get_by_text("12 steps, done: 2")).to_be_visible()
