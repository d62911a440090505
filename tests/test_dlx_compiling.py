"""Compiling apart: once, in a process that ends when nobody waits for it any more."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from unittest import mock

import pytest

import dlx
from dlx import Problem, text
from dlx.engines import compiled, compiling

ROOT = Path(dlx.__file__).parents[1]
FUNCTIONS = (compiled.fill, compiled.enter, compiled.search_slice)


def test_what_is_compiled_is_not_compiled_again():
    compiling.warm()
    assert all(function.signatures for function in FUNCTIONS)
    with mock.patch("subprocess.Popen", side_effect=AssertionError):
        compiling.compile_first()


def test_what_is_kept_on_disk_counts_as_compiled():
    compiling.warm()

    class Fresh:  # as a function is in a new process, before it is called
        signatures = ()

        def __init__(self, function):
            self.py_func, self._cache = function.py_func, function._cache

    assert all(compiling.is_compiled(Fresh(function)) for function in FUNCTIONS)
    with mock.patch("pathlib.Path.glob", return_value=[]):
        assert not compiling.is_compiled(Fresh(compiled.fill))


def test_a_compiler_that_cannot_be_started_is_no_trouble():
    with mock.patch.object(compiling, "is_compiled", return_value=False), \
            mock.patch("subprocess.Popen", side_effect=OSError):
        compiling.compile_first()
    with mock.patch.object(compiling, "is_compiled", return_value=False), \
            mock.patch.object(compiling, "PROGRAM", "raise SystemExit(1)"):
        compiling.compile_first()


def test_a_compiler_that_nobody_waits_for_is_ended():
    started = []

    def start(*arguments, **settings):
        started.append(popen(*arguments, **settings))
        return started[0]

    def tired(*_):
        raise KeyboardInterrupt

    popen = subprocess.Popen
    before = signal.signal(signal.SIGALRM, tired)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        sleep = "import time; time.sleep(99)"
        with mock.patch.object(compiling, "is_compiled", return_value=False), \
                mock.patch.object(compiling, "PROGRAM", sleep), \
                mock.patch("subprocess.Popen", start), \
                pytest.raises(KeyboardInterrupt):
            compiling.compile_first()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert started[0].returncode is not None


def children(process: int) -> list[str]:
    return Path(f"/proc/{process}/task/{process}/children").read_text().split()


@pytest.mark.slow
@pytest.mark.parametrize(("program", "problem"), [
    ("dlx", "count holes.dlx --engine words"), ("dlx", "solve holes.dlx"),
    ("puzzles", "solve soma --engine words --all"),
    ("puzzles", "solve pentominoes-6x10 --count")])
def test_an_interrupt_ends_the_first_compiling_too(program, problem, tmp_path):
    text.dump(Problem([[f"p{pigeon}", f"h{hole}"] for pigeon in range(12)
                       for hole in range(11)], [f"p{pigeon}" for pigeon in range(12)],
                      [f"h{hole}" for hole in range(11)]), tmp_path / "holes.dlx")
    with subprocess.Popen(
        [sys.executable, "-m", program, *problem.split()], start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_CACHE_DIR": str(tmp_path)},
    ) as process:
        while not children(process.pid):
            assert process.poll() is None
            time.sleep(0.02)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130 and "Traceback" not in err
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


@pytest.mark.slow
def test_what_one_process_compiles_serves_the_next(tmp_path):
    settings = {"PYTHONPATH": str(ROOT), "NUMBA_CACHE_DIR": str(tmp_path)}
    for program in ("compiling.compile_first()",
                    "import subprocess; subprocess.Popen = None; "
                    "compiling.compile_first()"):
        subprocess.run([sys.executable, "-c", "from dlx.engines import compiling; "
                        + program], check=True, env={**os.environ, **settings})
