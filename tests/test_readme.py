"""Every code block of the README does what it says."""

import doctest
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from puzzles.files import load
from puzzles.formats import own
from reductions import KINDS, kind_named, solve

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
REFERENCE = (ROOT / "puzzles" / "README.md").read_text(encoding="utf-8")


def blocks(language, page=README):
    """Return the code blocks of a page that are in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.M | re.S)


def commands(page):
    """Return the commands of a page, each with the output shown below it."""
    return [
        shown
        for text in blocks("console", page)
        for shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.M)
    ]


@pytest.mark.parametrize("page", [README, REFERENCE], ids=["front", "reference"])
def test_commands_print_what_a_page_shows(page, programs, tmp_path):
    (tmp_path / "mine.txt").write_text(*blocks("text"))
    (tmp_path / "pieces.toml").write_text(*blocks("toml"))
    assert commands(page)
    for command, output in commands(page):
        result = subprocess.run(
            command, shell=True, env=programs, capture_output=True, encoding="utf-8",
            cwd=tmp_path,
        )
        assert result.stdout == output, command
        assert result.returncode == 0, result.stderr


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
    for page in (README, REFERENCE):
        languages = re.findall(r"^```(\w*)\n.*?^```$", page, re.M | re.S)
        assert set(languages) <= {"bash", "console", "python", "text", "toml"}
    install, tests = blocks("bash")
    assert "puzzles solve wooden-cube" in install and "pytest" in tests
    assert not blocks("bash", REFERENCE)


def test_the_first_command_stands_within_ten_lines():
    assert blocks("bash")[0] in "".join(README.splitlines(keepends=True)[:10])


def anchors(page):
    """Return the names under which the headings of a page can be linked to."""
    headings = re.findall(r"^#+ (.*)$", page, re.M)
    return {re.sub(r"[^\w -]", "", h.lower()).replace(" ", "-") for h in headings}


def pages():
    """Return every page of the repository that tells about it."""
    folders = ("dlx", "reductions", "puzzles", "examples")
    found = [page for name in folders for page in (ROOT / name).rglob("README.md")]
    return [ROOT / "README.md", *sorted(found)]


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.parent.name)
def test_what_a_page_links_to_is_there(page):
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)]*)\)", text):
        name, _, anchor = target.partition("#")
        other = page.parent / name if name else page
        assert other.exists(), target
        assert not anchor or anchor in anchors(other.read_text(encoding="utf-8"))


def test_the_second_command_is_what_ci_runs():
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "README.md" in script and 'if "pytest" in block' in script


def test_the_reference_names_every_key_of_every_kind():
    start = REFERENCE.index("## The keys of a puzzle file")
    table = REFERENCE[start:REFERENCE.index("\n## ", start)]
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
