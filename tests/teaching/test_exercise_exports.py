"""Exercises for Moodle, in GIFT, on paper and in notebooks, and the command that makes them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from base64 import b64decode
from collections import Counter
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pdfplumber
import pytest
from exercise_samples import every, written
from latex import compile_latex, needs_latex
from moodle_reader import read_gift, read_xml
from paths import ROOT
from program import run
from pypdf import PdfReader
from pypdf.generic import DictionaryObject, IndirectObject
from refusals import refused
from samples import sample, some

from plyground.cli.commands.exercise import read_answer
from plyground.errors import ExerciseError
from plyground.i18n import capital, use
from plyground.teaching.exercises.answer_types import InOrder, OneNode, Ticks, Values
from plyground.teaching.exercises.cut_reasons import ReasonAnswer, reasons
from plyground.teaching.exercises.exercise import Exercise
from plyground.teaching.exercises.find_mistake import MistakeAnswer
from plyground.teaching.exercises.generator import new_exercise
from plyground.teaching.exercises.json_format import exercise_from, record
from plyground.teaching.exercises.kinds import KINDS
from plyground.teaching.exercises.marking_report import solution_line
from plyground.teaching.exercises.misconceptions import MISCONCEPTIONS
from plyground.teaching.exercises.statements import TruthAnswer
from plyground.teaching.exports.gift import gift
from plyground.teaching.exports.latex_sheet import latex
from plyground.teaching.exports.moodle import moodle_xml
from plyground.teaching.exports.notebook_cells import notebook
from plyground.teaching.exports.pdf_sheet import pdf
from plyground.teaching.exports.sheet import Layout, Sheet, room
from plyground.teaching.gallery import example, gallery
from plyground.trees import Tree

GRADES = {100, 90, 83.33333, 80, 75, 70, 66.66667, 60, 50, 40, 33.33333, 30, 25, 20, 16.66667, 14.28571, 12.5, 11.11111, 10, 5, 0}  # fmt: skip
"""Fractions that Moodle's importer accepts, as their negatives (question/engine/bank.php)."""

TITLE = "Jogos & árvores: 100 %_#"


@cache
def quiz() -> list[ElementTree.Element]:
    """The questions of a quiz, without its categories."""
    return [each for each in ElementTree.fromstring(moodle_xml(every())) if each.get("type") != "category"]


class TestMoodle:
    """Against the format as https://docs.moodle.org/en/Moodle_XML_format describes it."""

    @pytest.mark.proof
    def test_every_question_has_what_the_importer_asks_for(self) -> None:
        assert len(quiz()) == len(every())
        for question, (name, _exercise) in zip(quiz(), every(), strict=True):
            assert question.get("type") in {"multichoice", "truefalse", "cloze", "essay"}
            assert question.findtext("name/text") == name
            assert question.findtext("questiontext/text")

    def test_questions_are_in_categories_by_kind(self) -> None:
        one_each = list({exercise.kind.name: (name, exercise) for name, exercise in every()}.values())
        parts = list(ElementTree.fromstring(moodle_xml(one_each, "Árvores/1")))
        paths = [part.findtext("category/text") for part in parts if part.get("type") == "category"]
        assert paths == [f"$course$/top/Árvores//1/{capital(str(kind.title))}" for kind in KINDS.values()]
        assert parts[0].get("type") == "category"

    def test_questions_have_numbers_tags_and_hints(self) -> None:
        numbers = [question.findtext("idnumber") or "" for question in quiz()]
        assert len(set(numbers)) == len({json.dumps(record(exercise)) for _name, exercise in every()})
        use("pt_BR")
        again = ElementTree.fromstring(moodle_xml(every()[::6])).iterfind("question/idnumber")
        assert [number.text for number in again] == numbers[::6]
        use("en")
        for (_name, exercise), question in zip(every(), quiz(), strict=True):
            assert [tag.text for tag in question.iterfind("tags/tag/text")] == ["plyground", exercise.kind.name, exercise.algorithm]  # fmt: skip
            told = [hint.text or "" for hint in question.iterfind("hint/text")]
            assert len(told) == (2 if question.get("type") in ("multichoice", "cloze") else 0)

    def test_pictures_are_inside(self) -> None:
        count = 0
        for part in (part for question in quiz() for part in question.iter()):
            words = part.findtext("text") or ""
            file = part.find("file")
            assert ("@@PLUGINFILE@@/tree.svg" in words) == (file is not None)
            if file is not None:
                assert (file.get("name"), file.get("path"), file.get("encoding")) == ("tree.svg", "/", "base64")
                picture = ElementTree.fromstring(b64decode(file.text or ""))
                assert picture.tag == "{http://www.w3.org/2000/svg}svg"
                count += 1
        assert count > len(every())

    def test_no_picture_of_a_question_tells_the_answer(self) -> None:
        for (_name, exercise), question in some(zip(every(), quiz(), strict=True)):
            file = question.find("questiontext/file")
            if file is not None:
                picture = b64decode(file.text or "").decode()
                assert "is worth" not in picture and "≥" not in picture and "stroke-dasharray" not in picture
                assert picture.count("□") == 0 and exercise.tree.name(0) in picture

    def test_grades_are_those_that_moodle_knows(self) -> None:
        for question in some(quiz()):
            grades = [float(answer.get("fraction", "x")) for answer in question.iterfind("answer")]
            assert {abs(grade) for grade in grades} <= GRADES
            if question.get("type") == "multichoice":
                assert abs(sum(grade for grade in grades if grade > 0) - 100) < 0.001
                assert question.findtext("single") in ("true", "false")
            elif question.get("type") == "truefalse":
                assert sorted(answer.findtext("text") or "" for answer in question.iterfind("answer")) == [
                    "false",
                    "true",
                ]
                assert sorted(grades) == [0, 100]

    @pytest.mark.proof
    def test_right_answers_are_right_in_moodle(self) -> None:
        """Every field of every exercise takes each way to write its value, and nothing else."""
        fields = 0
        for (_name, exercise), questions in zip(every(), read_xml(moodle_xml(every())), strict=True):
            shape, solution = exercise.kind.shape, exercise.solution()
            if isinstance(shape, Values):
                for question, (item, value) in zip(questions, solution.items(), strict=True):
                    assert question.text.endswith(f"<li>{item}: ")
                    assert all(question.mark(text) == 1 for text in written(value)), (item, value)
                    assert question.mark("12345") == question.mark("") == 0
                    fields += 1
            elif isinstance(shape, Ticks):
                ticked = [item for item, right in solution.items() if right] or ["none of them"]
                assert questions[0].mark_ticks(ticked) == pytest.approx(1, abs=1e-4)
                assert questions[0].mark_ticks([*ticked, next(item for item in questions[0].choices if item.share < 0).text]) < 1  # fmt: skip
            elif isinstance(shape, InOrder):
                assert (
                    questions[0].mark(" ".join(solution.values()))
                    == questions[0].mark(", ".join(solution.values()))
                    == 1
                )
            elif isinstance(shape, OneNode):
                assert questions[0].mark(solution["move"]) == 1
            elif isinstance(shape, TruthAnswer):
                assert questions[0].mark(str(solution["true"]).lower()) == 1
            elif isinstance(shape, ReasonAnswer):
                assert questions[0].mark(solution_line(exercise)) == 1
                wrong = [choice for choice in questions[0].choices if choice.share == 0]
                assert len(wrong) == 3 and all("That is true" in choice.feedback for choice in wrong)
            elif isinstance(shape, MistakeAnswer):
                node, cause = questions
                assert node.mark(solution["node"]) == 1
                assert cause.mark(str(MISCONCEPTIONS[solution["cause"]].title)) == 1
                assert sum(choice.share > 0 for choice in (*node.choices, *cause.choices)) == 2
        assert fields > 40

    def test_wrong_numbers_have_their_hints(self) -> None:
        tree = Tree.of([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
        made = exercise_from(json.dumps({"kind": "values", "tree": json.loads(tree.json())}))
        root = read_xml(moodle_xml([("values", made)]))[0][0]
        assert root.kind == "numerical" and root.mark("3") == 1 and root.mark("3,0") == 1 and root.mark("6") == 0
        found = root.find("6")
        assert found is not None and found.feedback == "That is right if the other player begins: check who moves at the root."  # fmt: skip

    def test_hints_for_fractions_appear(self) -> None:
        made = example("biased-dice").exercises[1]
        fields = {question.text[-3]: question for question in read_xml(moodle_xml([("dice", made)]))[0]}
        assert fields["B"].mark("5/2") == fields["B"].mark("2.5") == fields["B"].mark("2,50") == 1
        found = fields["B"].find("5")
        assert (
            found is not None and found.share == 0 and found.feedback.startswith("The outcomes of chance were averaged")
        )


class TestGift:
    def test_right_answers_are_right(self) -> None:
        some = [(name, exercise) for name, exercise in every() if exercise.kind.name != "arrange"]
        questions = iter(read_gift(gift(some)))
        for name, exercise in some:
            shape, solution = exercise.kind.shape, exercise.solution()
            if isinstance(shape, Values):
                for item, value in solution.items():
                    question = next(questions)
                    assert question.name == f"{name}, {item}" and question.text.endswith(f"<p>{item}?</p>")
                    assert all(question.mark(text) == 1 for text in written(value)), (item, value)
                continue
            question = next(questions)
            if isinstance(shape, MistakeAnswer):
                assert question.mark(solution["node"]) == 1
                assert next(questions).mark(str(MISCONCEPTIONS[solution["cause"]].title)) == 1
                continue
            assert question.name == name
            if isinstance(shape, ReasonAnswer):
                assert [question.mark(str(each.text)) for each in reasons(exercise).values()].count(1) == 1
                assert question.mark(solution_line(exercise)) == 1
                continue
            if isinstance(shape, Ticks):
                ticked = [item for item, right in solution.items() if right] or ["none of them"]
                assert question.mark_ticks(ticked) == pytest.approx(1, abs=1e-4)
                assert len({choice.text for choice in question.choices}) == len(solution) + 1
            elif isinstance(shape, InOrder):
                assert question.mark(" ".join(solution.values())) == 1
            elif isinstance(shape, TruthAnswer):
                assert question.kind == "truefalse" and question.mark(str(solution["true"]).upper()) == 1
                assert "<pre>" not in question.text and "[[" not in question.text
            else:
                assert question.mark(solution["move"]) == 1
        assert next(questions, None) is None

    def test_every_node_of_the_question_is_drawn_with_its_name(self) -> None:
        for name, exercise in some(every()):
            if exercise.kind.name in ("arrange", "statement"):
                continue
            for question in some(read_gift(gift([(name, exercise)]))):
                drawn = question.text.partition("<pre>")[2].partition("</pre>")[0]
                nodes = range(len(exercise.tree))
                assert all(re.search(rf"\b{exercise.tree.name(node)}\b", drawn) for node in nodes)

    def test_a_question_without_a_form_is_refused(self) -> None:
        with refused(ExerciseError, "GIFT does not support the exercise {kind}: use Moodle XML.", kind="arrange"):
            gift([("x", new_exercise("arrange"))])

    @pytest.mark.proof
    def test_another_parser_reads_every_question(self, tmp_path: Path) -> None:
        """gift-pegjs is a grammar of GIFT by others, used by editors of GIFT."""
        if shutil.which("node") is None or not (ROOT / "node_modules" / "gift-pegjs").is_dir():
            if os.environ.get("CI"):
                pytest.fail("no gift-pegjs: npm install")
            pytest.skip("no gift-pegjs: run npm install")
        some = [(name, exercise) for name, exercise in every() if exercise.kind.name != "arrange"]
        (tmp_path / "questions.gift").write_text(gift(some, "Árvores"), encoding="utf-8")
        command = ["node", str(ROOT / "tests" / "support" / "gift_in_node.cjs"), str(tmp_path / "questions.gift")]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        found = json.loads(done.stdout)
        ours = read_gift(gift(some))
        questions = [each for each in found if each["type"] != "Category"]
        assert [(each["title"], each["stem"]["text"]) for each in questions] == [(each.name, each.text.removeprefix("[html]")) for each in ours]  # fmt: skip
        kinds = {"MC": "multichoice", "Numerical": "numerical", "Short": "shortanswer", "TF": "truefalse"}
        assert [kinds[each["type"]] for each in questions] == [each.kind for each in ours]
        assert [each["tags"][0] for each in questions] == ["plyground"] * len(ours)
        assert len({each["id"] for each in questions}) == len(ours)
        assert len(found) - len(questions) == len({exercise.kind.name for _name, exercise in some})

    def test_special_signs_are_escaped(self) -> None:
        worked = gift([("cut: #1", example("lab-shallow-cutoff").exercises[0])]).splitlines()[-1]
        assert worked.startswith(r"::cut\: \#1::[html]<p>Which leaves")
        assert read_gift(worked)[0].mark_ticks(["G"]) == 1


@needs_latex
@pytest.mark.parametrize("layout", [Layout(is_key=True), Layout(TITLE, 5)])
def test_a_sheet_compiles_with_plain_pdflatex(layout: Layout, tmp_path: Path) -> None:
    sheets = [Sheet("Ștefan", [("<&%_> $", new_exercise(kind)) for kind in KINDS])]
    assert "Overfull" not in compile_latex(tmp_path, latex(sheets, layout))


def test_a_sheet_without_solutions_tells_none() -> None:
    sheet = Sheet("", [("one", example("aima-5.2").exercises[1])])
    assert "Solution: C2, C3" in latex([sheet], Layout(solved=True))
    assert "Solution" not in latex([sheet], Layout())
    key = latex([sheet], Layout(is_key=True))
    assert "Solution: C2, C3" in key and "Which leaves" not in key


def objects(reader: PdfReader) -> list[Any]:
    """Return the dictionaries of a PDF."""
    found = [
        reader.get_object(IndirectObject(number, 0, reader))
        for number in range(1, len(reader.xref_objStm) + sum(map(len, reader.xref.values())))
    ]
    return [each for each in found if isinstance(each, DictionaryObject)]


class TestPdf:
    """Read with pypdf and pdfplumber, which know nothing of Typst."""

    STUDENTS = ("Ana Popescu", "Ștefan Țîrlea", "João Araújo")

    def sheets(self) -> list[Sheet]:
        return [
            Sheet(student, [(f"{kind} {student}", new_exercise(kind, student=student)) for kind in KINDS])
            for student in self.STUDENTS
        ]

    @pytest.mark.proof
    def test_each_student_has_pages_with_the_name_the_points_and_every_question(self) -> None:
        sheets = self.sheets()
        reader = PdfReader(BytesIO(pdf(sheets, Layout(TITLE, 5))))
        texts = dict.fromkeys(self.STUDENTS, "")
        for page in reader.pages:
            text = " ".join(page.extract_text().split())
            (owner,) = (student for student in self.STUDENTS if student in text)
            texts[owner] += f" {text}"
        for student, made in sheets:
            assert f"{TITLE} Name: {student} Points: ______ of {5 * len(KINDS)}" in texts[student]
            for title, exercise in made:
                assert f"{title} (5 points) {exercise.question}" in texts[student]
        assert "Solution" not in "".join(texts.values())
        assert reader.metadata is not None and reader.metadata.title == TITLE

    @pytest.mark.nightly
    def test_the_key_has_every_solution_and_no_question(self) -> None:
        sheets = self.sheets()
        text = " ".join("".join(page.extract_text() for page in PdfReader(BytesIO(pdf(sheets, Layout(is_key=True)))).pages).split())  # fmt: skip
        for _student, made in sheets:
            for title, exercise in made:
                assert f"{title} Solution: {solution_line(exercise)[:30]}" in text
        assert "Which" not in text and "Points" not in text

    @pytest.mark.proof
    def test_each_question_has_room_for_its_answer_on_its_page(self) -> None:
        """Lines and boxes are looked for in the graphics of each page, and none leaves the page."""
        for kind in KINDS:
            made = new_exercise(kind)
            with pdfplumber.open(BytesIO(pdf([Sheet("Ana", [("x", made)])], Layout()))) as opened:
                (page,) = opened.pages
                foot = page.search("Ana")[-1]["top"]
                question = page.search("x", case=True)[0]["top"]
                needed = room(made)
                ticks = [box for box in page.rects if abs(box["width"] - 8.8) < 0.2 and abs(box["height"] - 8.8) < 0.2]
                lines = [line for line in page.rects if line["height"] == 0.5]
                long = [line for line in lines if line["width"] > 400]
                short = [line for line in lines if 40 < line["width"] < 50 and line["top"] < foot]
                assert len(ticks) == len(needed.boxes)
                assert (len(short), len(long)) == (len(needed.labels), needed.lines)
                assert all(question < mark["top"] < foot for mark in [*ticks, *short, *long])
                assert all(word["x0"] >= 0 and word["x1"] <= page.width for word in page.extract_words())

    @pytest.mark.parametrize("kind", sample(KINDS, every=5))
    def test_names_and_values_are_printed_in_nine_points_or_more(self, kind: str) -> None:
        made = [("x", new_exercise(kind, student=student)) for student in self.STUDENTS]
        for layout in (Layout(), Layout(is_key=True)):
            with pdfplumber.open(BytesIO(pdf([Sheet("Ana", made)], layout))) as opened:
                sizes = [letter["size"] for page in opened.pages for letter in page.chars if letter["text"].strip()]
                assert sizes and min(sizes) >= 9

    def test_all_leaves_of_a_tree_are_drawn_with_their_values(self) -> None:
        made = new_exercise("values", student="Ana")
        words = PdfReader(BytesIO(pdf([Sheet("", [("x", made)])], Layout()))).pages[0].extract_text().split()
        tree = made.tree
        leaves = [node for node in range(len(tree)) if tree.is_leaf(node)]
        assert {tree.name(node) for node in range(len(tree))} <= set(words)
        drawn = Counter(words)
        for value, count in Counter(str(tree.value(node)) for node in leaves).items():
            assert drawn[value] >= count

    def test_a_picture_has_its_tree_as_alternative_text(self) -> None:
        made = new_exercise("values", student="Ana")
        reader = PdfReader(BytesIO(pdf([Sheet("", [("x", made)])], Layout())))
        told = [str(each.get_object().get("/Alt")) for each in objects(reader) if "/Alt" in each.get_object()]
        assert told == [made.drawn().json()]

    @pytest.mark.proof
    def test_the_same_sheet_gives_the_same_file(self) -> None:
        assert pdf(self.sheets()[:1], Layout()) == pdf(self.sheets()[:1], Layout())

    def test_every_language_is_written(self) -> None:
        for code, words in (("pt_BR", "Nome:"), ("ro", "Nume:")):
            use(code)
            text = PdfReader(BytesIO(pdf([Sheet("", [("x", new_exercise("window"))])], Layout()))).pages[0].extract_text()  # fmt: skip
            use("en")
            assert words in text and "α ≥ β" in text


class TestBatches:
    def test_a_file_of_names_gives_each_student_other_exercises(self, tmp_path: Path) -> None:
        names = tmp_path / "names.txt"
        names.write_text("Ana Popescu\n\nȘtefan Țîrlea\n  Zé/Silva \n")
        done = run(
            "exercise", "export", "values", "count", "--to", "pdf", "--students", str(names), "--points", "3",
            "--key", str(tmp_path / "key.pdf"), "-o", str(tmp_path / "all.pdf"),
        )  # fmt: skip
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        pages = [page.extract_text() for page in PdfReader(tmp_path / "all.pdf").pages]
        first = [page for page in pages if "Name:" in page]  # the first page for each student
        assert ["Ana Popescu" in first[0], "Ștefan Țîrlea" in first[1], "Zé/Silva" in first[2]] == [True] * 3
        assert len(first) == 3 and len(set(pages)) == len(pages) and all("of 6" in page for page in first)
        key = "".join(page.extract_text() for page in PdfReader(tmp_path / "key.pdf").pages)
        assert key.count("Solution:") == 6

    @pytest.mark.proof
    def test_a_folder_gets_a_file_for_each_student_in_any_format(self, tmp_path: Path) -> None:
        names = tmp_path / "names.txt"
        names.write_text("Ana\nZé/Silva\n")
        for form, ending in (("notebook", "ipynb"), ("gift", "gift"), ("pdf", "pdf")):
            done = run("exercise", "export", "values", "--to", form, "--students", str(names), "-o", str(tmp_path / form))  # fmt: skip
            assert (done.returncode, done.stderr) == (0, "")
            files = {path.name: path.read_bytes() for path in (tmp_path / form).iterdir()}
            assert set(files) == {f"Ana.{ending}", f"Zé_Silva.{ending}"}
            assert len(set(files.values())) == 2

    @pytest.mark.parametrize(
        ("text", "arguments", "sentence"),
        [
            ("", [], "NAMES: there is no name in this file: write one on each line.\n"),
            ("Ana\nBia\nAna\n", [], "NAMES, line 3: the name Ana is on line 1, too.\n"),
            ("Ana\n", ["--student", "Bia"], "Use --student for one student or --students for a file of names, not both.\n"),
            ("Ana\nBia\n", ["--to", "gift"], "In this format each student needs a file: name a folder with --output.\n"),
            ("Ana\n", ["--to", "gift", "--key", "key.txt"], "Only the formats pdf and latex have a key.\n"),
            ("A/B\nA:B\n", ["-o", "FOLDER"], "A/B and A:B would get the same file: change one of the names.\n"),
        ],
    )  # fmt: skip
    def test_wrong_input_is_refused_in_a_sentence(
        self, tmp_path: Path, text: str, arguments: list[str], sentence: str
    ) -> None:
        names = tmp_path / "names.txt"
        names.write_text(text)
        given = [str(tmp_path / "folder") if each == "FOLDER" else each for each in arguments]
        done = run("exercise", "export", "values", "--to", "pdf", "--students", str(names), *given)
        assert (done.returncode, done.stderr) == (2, sentence.replace("NAMES", str(names)))


def test_a_notebook_marks_what_is_written_into_it(capsys: pytest.CaptureFixture[str]) -> None:
    made = json.loads(notebook([("one", example("aima-5.2").exercises[1])], title="Trees"))
    title, question, answer = made["cells"]
    assert (made["nbformat"], made["nbformat_minor"]) == (4, 5)
    assert title["source"] == "# Trees"
    assert b"<svg" in b64decode(question["attachments"]["tree.svg"]["image/svg+xml"])
    exec(answer["source"].replace("answer = []", 'answer = ["C2"]'), {})
    assert capsys.readouterr().out == "Right: 50 %.\nPruned too little: C3 is not examined.\n"
    exec(answer["source"].replace("answer = []", 'answer = ["Q"]'), {})
    assert capsys.readouterr().out.startswith("There is no node Q;")


class TestCommand:
    def test_from_a_file_to_its_mark(self, tmp_path: Path) -> None:
        path = tmp_path / "exercise.json"
        done = run("exercise", "new", "skipped-leaves", "--student", "Ana", "-o", str(path))
        assert (done.returncode, done.stdout) == (0, "")
        paper = json.loads(path.read_text())
        made = new_exercise("skipped-leaves", student="Ana")
        assert paper == record(made)
        path.write_text(json.dumps(paper | {"answer": record(made, solved=True)["answer"]}))
        done = run("exercise", "mark", str(path))
        assert (done.returncode, done.stdout) == (0, "Right: 100 %.\n")

    def test_a_misconception_is_named(self) -> None:
        done = run("exercise", "mark", "cs188-tied-root", "--number", "2", "--answer", "C2", "--json")
        assert done.returncode == 1
        marked = json.loads(done.stdout)
        assert marked["credit"] == 0
        assert marked["items"][-1] == {"item": "C2", "given": True, "expected": False, "right": False}
        assert marked["misconceptions"][0]["name"] == "other-cut-rule"

    @pytest.mark.parametrize(
        ("answer", "given"),
        [
            ("A=23/3, B=23/3 C = 4;D=7", {"A": "23/3", "B": "23/3", "C": "4", "D": "7"}),
            ("A=C B D; B=B2 B1", {"A": "C B D", "B": "B2 B1"}),
            ("true=no, example=[[3, 12], [2, 8]]", {"true": "no", "example": "[[3, 12], [2, 8]]"}),
            ("A=(1, 2, 6), B=(-1, 0, 3).", {"A": "(1, 2, 6)", "B": "(-1, 0, 3)."}),
            ("C2 C3", "C2 C3"),
            ('{"A": 3}', {"A": 3}),
        ],
    )
    def test_an_answer_may_be_written_item_by_item(self, answer: str, given: Any) -> None:
        assert read_answer(answer) == given

    def test_the_items_are_marked(self) -> None:
        done = run("exercise", "mark", "cs188-expectimax1", "--number", "2", "--answer", "A=7.67, B=23/3, C=4, D=7")
        assert (done.returncode, done.stdout) == (0, "Right: 100 %.\n")

    def test_each_exercise_becomes_a_question_of_the_quiz(self) -> None:
        done = run("exercise", "export", "values", "lab-deep-cutoff", "--count", "2", "--student", "Ana")
        assert done.returncode == 0
        assert len(read_xml(done.stdout)) == 4

    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            (["new", "aima-5.2", "--number", "9"], "The number of questions of the example aima-5.2 is 2.\n"),
            (["new", "valeus"], "“valeus” is not a kind of exercise, an example or a file: see plyground exercise list.\n"),
            (["export", "values", "--to", "doc"], "There is no format “doc”; choose one of: moodle, gift, qti, pdf, latex, notebook, svg, json.\n"),
        ],
    )  # fmt: skip
    def test_wrong_input_is_refused_in_a_sentence(self, arguments: list[str], sentence: str) -> None:
        done = run("exercise", *arguments)
        assert (done.returncode, done.stderr) == (2, sentence)


@pytest.mark.proof
def test_every_example_can_be_exported() -> None:
    made: list[tuple[str, Exercise]] = [(entry.name, one) for entry in gallery().values() for one in entry.exercises]
    questions = [one for one in ElementTree.fromstring(moodle_xml(made)) if one.get("type") != "category"]
    assert len(questions) == len(made)
