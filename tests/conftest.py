"""What all tests share: the command line, and that a skipped test is an absent test.

Any skip fails the run, but for the tests marked ``browser``, where there is no Chromium
to open pages with; and those must run, too, where the environment has ``CI``.
"""

import os
import sys
from pathlib import Path

import pytest


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Return a function that runs ``puzzles`` in a folder of its own.

    It takes the words of the command line, and texts of files to write before,
    ``a=text`` for a.toml; it returns the exit code, what was printed, what was said.
    """
    from puzzles.command import main

    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, **files: str) -> tuple[int, str, str]:
        for name, text in files.items():
            Path(f"{name}.toml").write_text(text, encoding="utf-8")
        try:
            code = main(arguments)
        except SystemExit as stop:
            code = int(stop.code or 0)
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        assert "\x1b" not in out + err
        return code, out, err

    return run


@pytest.fixture(scope="session")
def programs(tmp_path_factory):
    """Return an environment in which ``dlx`` and ``puzzles`` run this checkout."""
    folder = tmp_path_factory.mktemp("programs")
    for name in ("dlx", "puzzles"):
        script = folder / name
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m {name} "$@"\n')
        script.chmod(0o755)
    return {
        **os.environ,
        "PATH": os.pathsep.join([str(folder), os.environ["PATH"]]),
        "PYTHONPATH": str(Path(__file__).parent.parent),
        "PYTHONIOENCODING": "utf-8",
    }


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session, exitstatus):
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    reports = reporter.stats.get("skipped", ()) if reporter else ()
    if not os.environ.get("CI"):
        reports = [report for report in reports if "browser" not in report.keywords]
    skipped = len(reports)
    if skipped and exitstatus == 0:
        reporter.write_line(f"{skipped} skipped: a skipped test is an absent test")
        session.exitstatus = 1
