"""``docs/commands.md`` lists the commands, with a place for the options of each; each option means one thing."""

from __future__ import annotations

from collections import defaultdict

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
