"""The help of each command ends with an example, which prints what stands there."""

import argparse
import re
import subprocess

import pytest

import dlx.command
import puzzles.command

#: What measures, and so takes seconds and never says the same.
MEASURING = {"dlx bench"}


def parsers(parser):
    """Yield a parser and all parsers of its commands, and of theirs."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for sub in action.choices.values():
                yield from parsers(sub)


HELP = {
    parser.prog: parser.format_help()
    for program in (dlx.command._parser(), puzzles.command._parser([]))
    for parser in parsers(program)
}


def commands(text):
    """Return each command of a help's example, with the lines shown below it."""
    example = text.partition("\nexample:\n")[2]
    lines = re.sub("^  ", "", example, flags=re.M)
    return re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", lines, re.M)


@pytest.mark.parametrize("name", HELP)
def test_each_help_has_an_example_of_its_command(name):
    shown = [command for command, _ in commands(HELP[name])]
    assert any(re.search(rf"(^|\| ){name}\b", command) for command in shown)


@pytest.mark.parametrize("name", [name for name in HELP if name not in MEASURING])
def test_the_example_prints_what_the_help_shows(name, programs, tmp_path):
    for command, output in commands(HELP[name]):
        result = subprocess.run(
            command,
            shell=True,
            env=programs,
            capture_output=True,
            encoding="utf-8",
            cwd=tmp_path,
        )
        assert result.returncode == ("no option covers" in output), result.stderr
        lines = [line.rstrip() for line in result.stdout.splitlines()]
        assert lines == [line.rstrip() for line in output.splitlines()]
