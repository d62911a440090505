"""A skipped test is an absent test: any skip fails the run."""

import pytest


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session, exitstatus):
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = len(reporter.stats.get("skipped", ())) if reporter else 0
    if skipped and exitstatus == 0:
        reporter.write_line(f"{skipped} skipped: a skipped test is an absent test")
        session.exitstatus = 1
