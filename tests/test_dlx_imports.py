"""What imports what: one direction, and nothing heavy before it is needed."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import dlx

ROOT = Path(dlx.__file__).parents[1]


def imported(package: str) -> Iterator[tuple[str, str]]:
    """Yield each file of a package, and the top-level name of each import in it."""
    for path in sorted((ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_bytes())):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names = [str(node.module)]
            for name in names:
                yield str(path.relative_to(ROOT)), name.partition(".")[0]


@pytest.mark.parametrize(("package", "forbidden"), [
    ("dlx", {"reductions", "puzzles"}), ("reductions", {"puzzles"})])
def test_packages_import_only_what_stands_to_their_right(package, forbidden):
    assert [found for found in imported(package) if found[1] in forbidden] == []


def test_the_engine_room_needs_the_standard_library_only():
    allowed = sys.stdlib_module_names | {"networkx", "tabulate"}
    found = list(imported("dlx"))
    assert ("dlx/command.py", "argparse") in [(path.replace("\\", "/"), name)
                                              for path, name in found]
    # What more some modules may have: what is in the extras, and bars for a terminal.
    more = {"engines/words.py": {"numpy"},
            "engines/compiled.py": {"numba", "numpy", "llvmlite"},
            "showing/tree_png.py": {"matplotlib"},
            "running.py": {"distributed", "tqdm"}}
    assert [(path, name) for path, name in found
            if name not in allowed | more.get(Path(path).relative_to("dlx").as_posix(),
                                              set())] == []


HEAVY = ("numba", "numpy", "networkx", "tabulate", "tqdm", "dataclasses", "inspect")


@pytest.mark.parametrize("used", [
    "import dlx",
    "import dlx; dlx.first([['a'], ['b']]); dlx.count([['a']], engine='links')",
    "import dlx, dlx.text; dlx.explain(dlx.text.loads('A\\nA')); dlx.check",
    "import dlx; list(dlx.trace([['a']])); repr(dlx.Problem([['a']]))",
])
def test_nothing_heavy_is_loaded_before_it_is_needed(used):
    script = f"import sys; {used}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-S", "-c", script], cwd=ROOT, timeout=60,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    loaded = done.stdout.split()
    assert "dlx.problem" in loaded
    assert [name for name in HEAVY if name in loaded] == []
