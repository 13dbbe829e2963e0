"""``docs/commands.md`` has the options that the commands have, and each option means one thing."""

from __future__ import annotations

from collections import defaultdict

from tools import commands_page


def test_the_page_has_the_options_of_the_commands() -> None:
    page = commands_page.PAGE.read_text(encoding="utf-8")
    assert page == commands_page.written(page), "run python tools/commands_page.py"


def test_an_option_takes_the_same_kind_of_value_in_every_command() -> None:
    metavars = defaultdict(set)
    for name in commands_page.SUMMARIES:
        for command in commands_page.commands_of(name).values():
            for parameter in commands_page.parameters_of(command):
                if parameter.param_type_name == "option":
                    metavars[parameter.opts[0]].add(parameter.metavar)
    assert len(metavars) > 100
    assert not {option: kinds for option, kinds in metavars.items() if len(kinds) > 1}
