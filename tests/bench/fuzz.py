"""Read and use thousands of broken puzzle files, and tell what went wrong.

    PYTHONPATH=. python tests/bench/fuzz.py --count 20000 --seed 1

Each case is a real file, mutated by a few steps that its number and the seed decide: a
fault is run again with ``--only NUMBER``, and ``--keep FOLDER`` writes its file there.
The real files are the bundled puzzles, the same in each format that can be written, one
of each format that cannot, and those of ``--files FOLDER``.

A case is a fault if reading ends in anything but puzzles or one line of error, or takes
more than 2 seconds or 200 MB; or if a command that follows (they take turns) raises,
hangs, takes too long, ends with a code of its own, writes what could drive a terminal,
or writes a file that cannot be read again.

Workers run in processes of their own, whose memory is limited where the system can do
that; one that hangs is ended and replaced.  Seconds are those of the processor, so that
a busy machine finds no faults of its own.

Exits with 0 if there was no fault, otherwise with 1.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from puzzles import bundled, load
from puzzles.formats import FORMATS, format_named, writer, written

try:
    import resource
except ImportError:  # not on this system: memory is neither limited nor told
    resource = None  # type: ignore[assignment]

#: Larger files are refused unread, so that there is nothing to find out.
MOST_BYTES = 2**20 - 1

#: How many seconds a command that has a timeout is given.
TIMEOUT = 0.2

#: A line of error is not longer than this.
LONGEST = 1500

#: A file of each format that is read and not written.
SAMPLES = {
    "a.viewer": "#board_w=2&board_h=1&board_edges=abaaaaab",
    "a.matrix": "1,0,1\n0,1,0\n0,0,1\n1,0,0\n",
    "a.headed": "4 1\n0 1 1 0\n1 0 0 1\n0 1 0 1\n",
    "a.sparse": "4 1\n0 3\n1 2\n0 1\n",
    "a.problem": "11x7\n\n4T\n\n3:3I\n\n2:xx\nx\n",
    "a.yaml": (
        "!Puzzle\n  name: two\n  shape: |\n    oo\n    oo\n  puzzle_pieces:\n"
        '    - !Polyomino\n      name: "L"\n      flip: false\n      shape: |\n'
        "        oo\n        o\n    - !Polyomino\n      shape: |\n        o\n"
    ),
    "grid.sdm": "53. | .7. | ...\n6.. | 195 | ...\n.98 | ... | .6.\n---\n" * 3,
    "line.sdm": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28"
    "....419..5....8..79 a note\n",
    "lions.tiles": (
        "Lion, Tiger Puzzle\nPictures: L, T\n1: L H, T T, T H, L T\n"
        "2: L H, T T, T H, L T\n3: L H, T H, T T, L T\n4: L H, T T, T T, L T\n"
    ),
    "backs.tiles": "# mates: equal\n" + "a b c d / d c b a\n" * 4,
}

#: What is put into files: where readers stumble.
WORDS = [
    *("0 1 -1 2 3 00 1e9 1e400 nan inf -inf true 1.5 0x10 1_000".split()),
    *("1000 10000 65536 1000000 999999999 1000000000 4294967296 -99999".split()),
    "9" * 25,
    "9" * 5000,
    "1" * 100_000,
    *(" ,;:|/\\#=.-+*'\"&<>{}[]()%~^_@!?"),
    *("\n \n\n \r \r\n \t \v \f \0 \x1b[31m \x1b]0;x\x07 \x7f \x85".split(" ")),
    *("\u202e \u2066 \u2028 \ufeff \ufffd \u00ad \u0661 ² ４ é \U0001f600".split()),
    "</script><script>alert(1)</script>",
    '<!DOCTYPE a [<!ENTITY b "bb">]>',
    "&b;",
    "<![CDATA[",
    "[" * 2000,
    "{" * 2000,
    '{"a":' * 2000,
    "a." * 3000,
    "a = [",
    "[[a]]\n",
    '"""',
    "kind",
    "size = [31623, 31623]\n",
    "size = 1000000000\n",
    "count = 1000000",
    "pieces",
    "board: 100 x 100",
    "mates: case",
    "edges: north west",
]

#: Bytes that are no UTF-8, or of another encoding.
RAW = [b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xff\xfe", b"\xfe\xff", b"\0", b"\x1f\x8b"]


class Seed(NamedTuple):
    """A real file: its name, whose ending may tell its format, and its bytes."""

    name: str
    data: bytes


def seeds(folder: str | None) -> list[Seed]:
    """Return the real files, in an order that does not depend on the system."""
    found = []
    for name in bundled():
        file = load(name)
        for form in written():
            try:
                text = writer(form).write(file)
            except ValueError:  # the format cannot hold this puzzle
                continue
            if len(text) < 2**16:
                found.append(Seed(f"{name}.{form}{_ending(form)}", text.encode()))
    found += [Seed(name, text.encode()) for name, text in SAMPLES.items()]
    for path in sorted(Path(folder).rglob("*")) if folder else ():
        if path.is_file():
            found.append(Seed(path.name, path.read_bytes()[:MOST_BYTES]))
    return found


def _ending(form: str) -> str:
    return next((ends[0] for name, _, ends in FORMATS if name == form and ends), ".txt")


# --------------------------------------------------------------------------- mutations


Mutation = Callable[[bytes, Random], bytes]


def _place(data: bytes, random: Random) -> int:
    return random.randrange(len(data) + 1)


def _span(data: bytes, random: Random) -> tuple[int, int]:
    begin = _place(data, random)
    return begin, min(len(data), begin + 2 ** random.randrange(12))


def _replaced(data: bytes, begin: int, end: int, new: bytes) -> bytes:
    return data[:begin] + new + data[end:]


def insert_word(data: bytes, random: Random) -> bytes:
    place = _place(data, random)
    return data[:place] + random.choice(WORDS).encode() + data[place:]


def insert_raw(data: bytes, random: Random) -> bytes:
    place = _place(data, random)
    return data[:place] + random.choice(RAW) + data[place:]


def change_word(data: bytes, random: Random) -> bytes:
    words = [*re.finditer(rb"[\w.-]+", data[:50_000])]
    if not words:
        return data
    found = random.choice(words)
    word = random.choice([random.choice(WORDS).encode(), random.choice(words)[0]])
    return _replaced(data, *found.span(), word)


def change_number(data: bytes, random: Random) -> bytes:
    numbers = [*re.finditer(rb"\d+", data[:50_000])]
    if not numbers:
        return data
    found = random.choice(numbers)
    value = int(found[0][:9]) + random.choice([-1, 1, 10, 100, 10**4, 10**6, 10**9])
    return _replaced(data, *found.span(), b"%d" % value)


def change_byte(data: bytes, random: Random) -> bytes:
    place = _place(data, random)
    return _replaced(data, place, place + 1, bytes([random.randrange(256)]))


def cut(data: bytes, random: Random) -> bytes:
    begin, end = _span(data, random)
    return data[:begin] + data[end:]


def cut_off(data: bytes, random: Random) -> bytes:
    return data[: _place(data, random)]


def repeat(data: bytes, random: Random) -> bytes:
    begin, end = _span(data, random)
    times = 2 ** random.randrange(1, 18)
    times = min(times, (MOST_BYTES - len(data)) // max(1, end - begin))
    return data[:begin] + data[begin:end] * times + data[end:]


def repeat_line(data: bytes, random: Random) -> bytes:
    lines = data.split(b"\n")
    k = random.randrange(len(lines))
    times = min(2 ** random.randrange(1, 16), MOST_BYTES // (len(lines[k]) + 1))
    lines[k : k + 1] = [lines[k]] * times  # noqa: E203
    return b"\n".join(lines)


def swap_lines(data: bytes, random: Random) -> bytes:
    lines = data.split(b"\n")
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def change_line_ends(data: bytes, random: Random) -> bytes:
    return data.replace(b"\n", random.choice([b"\r\n", b"\r", b"\n\n", b"", b"\v"]))


def encode(data: bytes, random: Random) -> bytes:
    text = data.decode("latin-1")
    return text.encode(random.choice(["utf-16", "utf-16-le", "utf-32", "utf-8-sig"]))


def compress(data: bytes, random: Random) -> bytes:
    return gzip.compress(data * random.choice([1, 1, 1, 100]), 1, mtime=0)


MUTATIONS: list[tuple[Mutation, int]] = [
    (insert_word, 8),
    (change_word, 8),
    (change_number, 8),
    (change_byte, 4),
    (cut, 4),
    (repeat, 3),
    (repeat_line, 3),
    (swap_lines, 2),
    (insert_raw, 1),
    (cut_off, 1),
    (change_line_ends, 1),
    (encode, 1),
    (compress, 1),
]


def case(number: int, seed: int, files: Sequence[Seed]) -> Seed:
    """Return the broken file of that number."""
    random = Random(f"{seed} {number}")
    name, data = random.choice(files)
    for _ in range(random.choice([1, 1, 2, 3, 5])):
        (mutation,) = random.choices(*zip(*MUTATIONS))
        data = mutation(data, random)[:MOST_BYTES]
    if random.randrange(10) == 0:
        begin = _place(data, random)
        data = (data[:begin] + random.choice(files).data)[:MOST_BYTES]
    if random.randrange(4) == 0:
        name = "junk.txt"  # so that the content has to tell the format
    elif random.randrange(20) == 0:
        name = random.choice(files).name
    return Seed(name, data)


# ----------------------------------------------------------------------------- a worker


def work(arguments: argparse.Namespace) -> None:
    """Run the cases whose numbers come on standard input, a line of JSON for each."""
    files = seeds(arguments.files)
    out = sys.stdout
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for number in sys.stdin:
            found = run_case(int(number), arguments.seed, files)
            print(json.dumps(found), file=out, flush=True)


def run_case(number: int, seed: int, files: Sequence[Seed]) -> dict[str, Any]:
    """Read a broken file and use it; return what came of it."""
    name, data = case(number, seed, files)
    Path(name).write_bytes(data)
    found: dict[str, Any] = {"number": number, "name": name, "bytes": len(data)}
    try:
        _read(name, found)
        if found["outcome"] == "read":
            _use(name, number, found)
    except BaseException as error:  # a worker tells all and goes on
        found["fault"] = f"{type(error).__name__}: {error}"[:300] + _place_of(error)
    finally:
        os.remove(name)
    return found


def _place_of(error: BaseException) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return ""
    return f" ({Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno})"


def _read(name: str, found: dict[str, Any]) -> None:
    from dlx.errors import FormatError
    from puzzles.files import load_all
    from reductions import PuzzleError

    before = _peak(reset=True)
    begin = time.process_time()
    try:
        with limited(2**30):
            files = load_all("./" + name)
        bad = [file for file in files if isinstance(file, Exception)]
        found["outcome"] = "read" if len(bad) < len(files) else "refused"
        messages = [str(error) for error in bad]
        found["puzzles"] = len(files)
    except (FormatError, PuzzleError) as error:
        found["outcome"] = "refused"
        messages = [str(error)]
    found["reading"] = round(time.process_time() - begin, 3)
    found["megabytes"] = (_peak() - before) >> 20
    for message in messages:
        if "\n" in message or len(message) > LONGEST:
            found["fault"] = f"no line of error: {message[:200]!r}"


def _peak(reset: bool = False) -> int:
    """Return the most memory that was in use, since a reset where that can be done."""
    try:
        if reset:
            Path("/proc/self/clear_refs").write_text("5")
        status = Path("/proc/self/status").read_text()
        return int(re.search(r"VmHWM:\s*(\d+)", status)[1]) << 10  # type: ignore[index]
    except (OSError, TypeError):
        usage = resource.getrusage(resource.RUSAGE_SELF) if resource else None
        return usage.ru_maxrss << 10 if usage else 0


@contextmanager
def limited(more: int) -> Iterator[None]:
    """Let the process take no more than so many bytes more, where that can be done."""
    if resource is None:
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_AS)
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        now = pages * resource.getpagesize()
    except OSError:
        now = 2**32
    resource.setrlimit(resource.RLIMIT_AS, (now + more, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def commands(name: str) -> list[list[str]]:
    """Return the commands that take turns."""
    path = "./" + name
    timed = ["--timeout", str(TIMEOUT)]
    drawn = [["draw", path, "--out", f"out.{end}", *timed] for end in ("svg", "html")]
    searches = [
        ["show", path],
        ["solve", path, *timed],
        ["check", path, *timed],
        ["solve", path, "--count", "--json", *timed],
        ["hint", path, *timed],
        ["takeapart", path, "--states", "100", *timed],
        ["show", path],
        ["check", path, *timed],
    ]
    converted = [["convert", path, "-", "--to", form] for form in written()]
    return searches * 3 + converted * 2 + drawn


def _use(name: str, number: int, found: dict[str, Any]) -> None:
    """Run one of the commands on a file that was read."""
    from puzzles.command import main

    every = commands(name)
    words = every[number % len(every)]
    found["command"] = " ".join(words[:1] + words[2:])
    out, err = io.StringIO(), io.StringIO()
    begin = time.process_time()
    with redirect_stdout(out), redirect_stderr(err), limited(2**31):
        try:
            code = main(words)
        except SystemExit as stop:
            code = int(stop.code or 0)
    found["using"] = round(time.process_time() - begin, 3)
    for path in Path().glob("out.*"):
        path.unlink()
    found["code"] = code
    fault = _said_badly(code, words, out.getvalue(), err.getvalue())
    if not fault and words[0] == "convert" and code == 0:
        fault = _unreadable(out.getvalue(), words[-1])
    if fault:
        found["fault"] = f"{found['command']}: {fault}"


def _said_badly(code: int, words: Sequence[str], out: str, err: str) -> str:
    """Say what is wrong with what a command printed; or nothing."""
    if code not in (0, 1, 2, 3):
        return f"exit code {code}"
    lines = err.splitlines()
    if code == 2 and not lines:
        return "exit code 2 without a word"
    # Solving a file of BurrTools ends with a table of counts.
    table = words[0] == "solve" and code != 2
    for line in lines:
        if len(line) > LONGEST or not (table or line.startswith("puzzles: ")):
            return f"not a line about the run: {line[:200]!r}"
    # A file that is written may hold what a reader of files takes.
    text = err if words[0] == "convert" else out + err
    for sign in text:
        if not sign.isprintable() and sign != "\n":
            return f"{sign!r} in what was printed"
    return ""


def _unreadable(text: str, form: str) -> str:
    if len(text.encode("utf-8", "replace")) > MOST_BYTES:
        return ""  # more than any format is read
    try:
        format_named(form).parse(text, "again")
    except ValueError as error:
        return f"what was written is not read: {error}"[:300]
    return ""


# ---------------------------------------------------------------------------- the batch


class Worker:
    """A process that runs cases, replaced when it hangs or dies."""

    def __init__(self, words: Sequence[str], patience: float) -> None:
        self.words = words
        self.patience = patience
        self.process: subprocess.Popen[str] | None = None

    def run(self, number: int) -> dict[str, Any]:
        if self.process is None:
            self.process = subprocess.Popen(
                [sys.executable, __file__, *self.words, "--worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        process = self.process
        assert process.stdin is not None and process.stdout is not None
        timer = threading.Timer(self.patience, process.kill)
        timer.start()
        try:
            process.stdin.write(f"{number}\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except OSError:
            line = ""
        finally:
            timer.cancel()
        if line:
            return dict(json.loads(line))
        code = process.wait()
        self.close()
        return {"number": number, "fault": f"it hung, or died with code {code}"}

    def close(self) -> None:
        if self.process is not None:
            assert self.process.stdin is not None and self.process.stdout is not None
            try:
                self.process.stdin.close()
            except OSError:
                pass
            self.process.stdout.close()
            self.process.wait()
            self.process = None


def run_all(
    arguments: argparse.Namespace, tell: Callable[[dict[str, Any]], None]
) -> list[dict[str, Any]]:
    """Run the cases on several workers, and tell of each as it comes."""
    words = ["--seed", str(arguments.seed)]
    words += ["--files", arguments.files] if arguments.files else []
    left = iter(range(arguments.first, arguments.first + arguments.count))
    lock = threading.Lock()
    results: list[dict[str, Any]] = []

    def go() -> None:
        worker = Worker(words, arguments.patience)
        while True:
            with lock:
                number = next(left, None)
            if number is None:
                break
            result = worker.run(number)
            with lock:
                results.append(result)
                tell(result)
        worker.close()

    threads = [threading.Thread(target=go) for _ in range(arguments.jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(results, key=lambda result: result["number"])


def judged(result: dict[str, Any], arguments: argparse.Namespace) -> str:
    """Return the fault of a case, or nothing."""
    if "fault" in result:
        return str(result["fault"])
    if result["reading"] > arguments.seconds:
        return f"reading took {result['reading']} s"
    if result["megabytes"] > arguments.megabytes:
        return f"reading took {result['megabytes']} MB"
    # Many puzzles in a file are shown one after the other.
    if result.get("using", 0) > arguments.after + result.get("puzzles", 0) / 100:
        return f"{result['command']} took {result['using']} s"
    return ""


def report(results: Sequence[dict[str, Any]], arguments: argparse.Namespace) -> int:
    """Print the counts, the worst cases and the faults; return the exit code."""
    outcomes = Counter(result.get("outcome", "-") for result in results)
    codes = Counter(result["code"] for result in results if "code" in result)
    print(f"{len(results)} files of seed {arguments.seed}: {dict(outcomes)}")
    print(f"exit codes of the commands that followed: {dict(sorted(codes.items()))}")
    for key, unit in (("reading", "s"), ("megabytes", "MB"), ("using", "s")):
        told = [result for result in results if key in result]
        for worst in sorted(told, key=lambda result: -result[key])[: arguments.worst]:
            more = worst.get("command", "") if key == "using" else ""
            print(
                f"worst {key}: {worst[key]} {unit}: {worst['number']} "
                f"{worst['name']}, {worst['bytes']} bytes {more}".rstrip()
            )
    faults = sum(1 for result in results if judged(result, arguments))
    print(f"{faults} faults")
    return int(bool(faults))


def teller(arguments: argparse.Namespace) -> Callable[[dict[str, Any]], None]:
    """Return what prints a fault, and keeps its file."""
    files = seeds(arguments.files) if arguments.keep else []

    def tell(result: dict[str, Any]) -> None:
        fault = judged(result, arguments)
        if fault:
            print(f"fault: {result['number']} {result.get('name', '')}: {fault}")
            sys.stdout.flush()
        if fault and arguments.keep:
            name, data = case(result["number"], arguments.seed, files)
            Path(arguments.keep, f"{result['number']}-{name}").write_bytes(data)

    return tell


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    for name, default, what in (
        ("count", 1000, "how many files"),
        ("first", 0, "the number of the first"),
        ("seed", 1, "which files"),
        ("jobs", 2, "how many processes"),
        ("worst", 1, "how many of the worst cases to tell"),
        ("only", None, "run the case of this number alone, in this process"),
    ):
        parser.add_argument(f"--{name}", type=int, default=default, help=what)
    for name, limit, what in (
        ("seconds", 2.0, "reading may take"),
        ("megabytes", 200.0, "reading may take"),
        ("after", 10.0, "seconds a command that follows may take"),
        ("patience", 300.0, "seconds until a worker is taken to hang"),
    ):
        parser.add_argument(f"--{name}", type=float, default=limit, help=what)
    parser.add_argument("--files", metavar="FOLDER", help="more real files to mutate")
    parser.add_argument("--keep", metavar="FOLDER", help="where to write faulty files")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    return parser


def main() -> int:
    arguments = _arguments().parse_args()
    warnings.simplefilter("ignore")  # of long names, and the like
    if arguments.files:
        arguments.files = os.path.abspath(arguments.files)
    if arguments.worker:
        work(arguments)
        return 0
    if arguments.only is not None:
        with tempfile.TemporaryDirectory() as folder:
            files = seeds(arguments.files)
            os.chdir(folder)
            results = [run_case(arguments.only, arguments.seed, files)]
            os.chdir("/")
        print(json.dumps(results[0]))
        teller(arguments)(results[0])
        return report(results, arguments)
    return report(run_all(arguments, teller(arguments)), arguments)


if __name__ == "__main__":
    sys.exit(main())
