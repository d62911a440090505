"""Every code block of the README does what it says."""

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from puzzles.files import load
from puzzles.formats import own
from reductions import KINDS, kind_named, solve

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = [
    (language, text)
    for language, text in re.findall(r"^```(\w*)\n(.*?)^```$", README, re.M | re.S)
]


def blocks(language):
    return [text for name, text in BLOCKS if name == language]


def commands():
    """Return each command of the console blocks, with the output shown below it."""
    return [
        (command, output)
        for text in blocks("console")
        for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.M)
    ]


@pytest.fixture
def programs(tmp_path):
    """Return an environment in which the commands run this checkout."""
    for name in ("dlx", "puzzles"):
        script = tmp_path / name
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m {name} "$@"\n')
        script.chmod(0o755)
    path = os.pathsep.join([str(tmp_path), os.environ["PATH"]])
    return {
        **os.environ,
        "PATH": path,
        "PYTHONPATH": str(ROOT),
        "PYTHONIOENCODING": "utf-8",
    }


@pytest.mark.parametrize("command, output", commands())
def test_a_command_prints_what_the_readme_shows(command, output, programs, tmp_path):
    (tiles,) = blocks("text")
    (tmp_path / "mine.txt").write_text(tiles)
    result = subprocess.run(
        command, shell=True, env=programs, capture_output=True, encoding="utf-8",
        cwd=tmp_path,
    )
    assert result.stdout == output
    assert result.returncode == ("\nno layout\n" in output), result.stderr


@pytest.mark.parametrize("text", blocks("python"))
def test_a_python_session_answers_what_the_readme_shows(text):
    test = doctest.DocTestParser().get_doctest(text, {}, "README", "README.md", 0)
    assert test.examples
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize("text", blocks("toml"))
def test_a_puzzle_file_of_the_readme_has_layouts(text):
    assert next(solve(own.parse(text, "README.md")[0].puzzle))


def test_the_blocks_are_of_kinds_that_are_tested():
    assert {language for language, _ in BLOCKS} == {
        "bash", "console", "python", "text", "toml"
    }
    install, tests = blocks("bash")
    assert "puzzles solve wooden-cube" in install and "pytest" in tests


def test_the_second_command_is_what_ci_runs():
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "README.md" in script and 'if "pytest" in block' in script


def test_the_readme_names_every_key_of_every_kind():
    table = README[README.index("Keys for every kind"):README.index("## Exact cover")]
    keys = [key for key, _ in own.KEYS]
    keys += [key for name, _ in KINDS for key, _ in kind_named(name).KEYS]
    assert not [key for key in keys if f"`{key}" not in table]


@pytest.mark.slow
def test_the_first_command_installs_and_solves_the_wooden_cube(tmp_path):
    copy = tmp_path / "checkout"
    shutil.copytree(
        ROOT, copy, ignore=shutil.ignore_patterns(".*", "build", "*.egg-info")
    )
    result = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", blocks("bash")[0]],
        cwd=copy, capture_output=True, encoding="utf-8", stdin=subprocess.DEVNULL,
        env={k: v for k, v in os.environ.items() if k != "PYTHONPATH"},
    )
    assert result.returncode == 0, result.stderr
    assert "z=-2" in result.stdout
    puzzle = load("wooden-cube").puzzle
    assert len(puzzle.pieces) == 8
    listed = subprocess.run(
        [copy / ".venv" / "bin" / "pip", "list", "--format=freeze"],
        capture_output=True, encoding="utf-8",
    )
    names = {line.partition("==")[0] for line in listed.stdout.split()}
    assert names - {"pip", "setuptools"} == {
        "tilewright", "defusedxml", "networkx", "tabulate", "tqdm"
    }
