"""A skipped test is an absent test: any skip fails the run.

But for the tests marked ``browser``, where there is no Chromium to open pages with; and
those must run, too, where the environment has ``CI``.
"""

import os

import pytest


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
