"""A browser that opens pages and runs scripts in them, by Chromium's own protocol.

Messages go through two pipes, each one JSON object with a zero byte behind it.
"""

import json
import os
import select
import shutil
import subprocess
import sys
import time

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))),
    None,
)

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--use-angle=swiftshader",  # WebGL without a graphics card
    "--enable-unsafe-swiftshader",
    "--no-first-run",
    "--window-size=1100,800",
    "--remote-debugging-pipe",
)

#: Chromium reads from the file of number 3 and writes to that of number 4.
START = """
import os, sys
reading, writing, *program = sys.argv[1:]
os.dup2(int(reading), 3)
os.dup2(int(writing), 4)
os.execv(program[0], program)
"""

#: What fails if nothing comes back, in seconds.
PATIENCE = 60


def high(number):
    """Return another number of an open file, none of the first ones."""
    import fcntl  # which is not everywhere

    copy = fcntl.fcntl(number, fcntl.F_DUPFD_CLOEXEC, 10)
    os.close(number)
    return copy


class Browser:
    """One Chromium with one page, until the end of a ``with`` block.

    Attributes
    ----------
    failures : list of str
        Errors in the page and of its console, since it was opened.
    requests : list of str
        The addresses of all that was loaded.
    """

    def __init__(self, folder):
        reading, self._to = map(high, os.pipe())
        self._from, writing = map(high, os.pipe())
        program = [CHROMIUM, *FLAGS, f"--user-data-dir={folder}"]
        self._process = subprocess.Popen(
            [sys.executable, "-c", START, str(reading), str(writing), *program],
            pass_fds=(reading, writing),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(reading)
        os.close(writing)
        self._session = None
        self._number = 0
        self._left = b""
        self.failures, self.requests = [], []

    def __enter__(self):
        try:
            target = self._call("Target.createTarget", url="about:blank")
            self._session = self._call(
                "Target.attachToTarget", targetId=target["targetId"], flatten=True
            )["sessionId"]
            for domain in ("Page", "Runtime", "Log", "Network"):
                self._call(f"{domain}.enable")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self._process.terminate()
        self._process.wait(PATIENCE)
        os.close(self._to)
        os.close(self._from)

    def open(self, path):
        """Open a file as a page, and wait until it is there."""
        self.failures, self.requests = [], []
        self._call("Page.navigate", url=path.as_uri())
        while self._message().get("method") != "Page.loadEventFired":
            pass

    def run(self, script):
        """Run the body of an asynchronous function in the page; return its answer."""
        answer = self._call(
            "Runtime.evaluate",
            expression=f"(async () => {{ {script} }})()",
            awaitPromise=True,
            returnByValue=True,
        )
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def click(self, x, y):
        """Click with the mouse."""
        self.drag((x, y))

    def press(self, key):
        """Press a key and let it go, named as in the events of a page: a, ArrowLeft."""
        text = {"text": key} if len(key) == 1 else {}
        self._call("Input.dispatchKeyEvent", type="keyDown", key=key, **text)
        self._call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def drag(self, *points):
        """Press the mouse at the first point and let it go at the last one."""
        self._mouse("mousePressed", points[0])
        for point in points[1:]:
            self._mouse("mouseMoved", point)
        self._mouse("mouseReleased", points[-1])

    def _mouse(self, kind, point):
        x, y = point
        self._call(
            "Input.dispatchMouseEvent",
            type=kind,
            x=x,
            y=y,
            button="left",
            buttons=int(kind != "mouseReleased"),
            clickCount=1,
        )

    def _call(self, method, **params):
        self._number += 1
        call = {"id": self._number, "method": method, "params": params}
        if self._session:
            call["sessionId"] = self._session
        # Less than what a pipe holds, so that it is written at once.
        os.write(self._to, json.dumps(call).encode() + b"\0")
        while True:
            message = self._message()
            if message.get("id") == self._number:
                assert "error" not in message, message
                return message["result"]

    def _message(self):
        """Return what comes next, and note what tells of failures."""
        end = time.monotonic() + PATIENCE
        while b"\0" not in self._left:
            ready, _, _ = select.select([self._from], [], [], end - time.monotonic())
            assert ready, "the browser does not answer"
            more = os.read(self._from, 1 << 16)
            assert more, "the browser has ended"
            self._left += more
        text, self._left = self._left.split(b"\0", 1)
        message = json.loads(text)
        self._note(message.get("method"), message.get("params", {}))
        return message

    def _note(self, method, params):
        if method == "Runtime.exceptionThrown":
            self.failures.append(json.dumps(params["exceptionDetails"]))
        elif method == "Runtime.consoleAPICalled" and params["type"] == "error":
            self.failures.append(json.dumps(params["args"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.failures.append(params["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
