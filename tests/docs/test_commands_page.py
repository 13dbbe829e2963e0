"""``docs/commands.md`` lists the commands, with a place for the options of each; each option means one thing."""

from __future__ import annotations

import re
from collections import defaultdict

from paths import DOCS, ROOT

from plyground.cli.app import SUMMARIES
from tools import commands_page


def test_the_page_has_the_list_of_the_commands_and_a_place_for_their_options() -> None:
    page = commands_page.PAGE.read_text(encoding="utf-8")
    assert page == commands_page.with_list(page), "run python tools/commands_page.py"
    written = commands_page.with_options(page)
    assert "| `--right-to-left` | Take the children from the right. |" in written
    assert "- `plyground engines add NAME`: Set up a program as a bot." in written


def test_an_option_takes_the_same_kind_of_value_in_every_command() -> None:
    metavars = defaultdict(set)
    for name in SUMMARIES:
        for command in commands_page.commands_of(name).values():
            for parameter in commands_page.parameters_of(command):
                if parameter.param_type_name == "option":
                    metavars[parameter.opts[0]].add(parameter.metavar)
    assert len(metavars) > 100
    assert not {option: kinds for option, kinds in metavars.items() if len(kinds) > 1}


def test_the_pages_name_options_that_their_commands_have() -> None:
    options = {
        path: {word for each in commands_page.parameters_of(command) for word in (*each.opts, *each.secondary_opts)}
        for name in SUMMARIES
        for path, command in commands_page.commands_of(name).items()
    }
    named, wrong = 0, []
    for page in (ROOT / "README.md", *DOCS.glob("*.md")):
        text = re.sub(r"\\\n", " ", page.read_text(encoding="utf-8"))
        for found in re.findall(r"plyground ([a-z][^\n`|;#]*)", text):
            line = found.partition("&&")[0]
            if line.count('"') % 2:  # the command itself is quoted
                line = line.partition('"')[0]
            words = re.sub(r"\"[^\"]*\"|'[^']*'", "", line).split()
            known = options.get(" ".join(words[:2]), options.get(words[0]))
            given = [word.partition("=")[0] for word in words if re.match(r"--[a-z]", word)]
            if known is not None:
                named += len(given)
                wrong += [(page.name, line, word) for word in given if word not in known | {"--help"}]
    assert named > 100
    assert not wrong
