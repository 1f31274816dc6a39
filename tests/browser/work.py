"""What the page's main thread works, from a trace of Chromium, and what it keeps when it has nothing left to do."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import Browser, CDPSession, Page

CATEGORIES = ["toplevel", "devtools.timeline", "blink.user_timing"]
# A slow phone, as Chromium's own tools imitate it.
SLOWER = 4
SHORT_MS = 2


@dataclass(frozen=True)
class Task:
    """One task of the main thread: milliseconds of a core, how often the page was laid out, what took longest in it."""

    ms: float
    layouts: int
    parts: tuple[str, ...]


@contextmanager
def traced(browser: Browser, page: Page, found: list[Task], *, slower: float = SLOWER) -> Iterator[None]:
    """Everything the page does in here, on a slower processor."""
    line = page.context.new_cdp_session(page)
    line.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    browser.start_tracing(page=page, categories=CATEGORIES)
    try:
        yield
    finally:
        text = browser.stop_tracing()
    line.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    line.detach()
    found += tasks(json.loads(text)["traceEvents"])


def tasks(events: Sequence[dict]) -> list[Task]:
    """The tasks of the page's main thread, by the trace's own clock of that thread."""
    mains = {
        (event["pid"], event["tid"])
        for event in events
        if event.get("name") == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    counts = {main: sum((e["pid"], e["tid"]) == main and e["name"] == "FunctionCall" for e in events) for main in mains}
    main = max(counts, key=lambda one: counts[one])
    own = [event for event in events if event.get("ph") == "X" and (event["pid"], event["tid"]) == main]
    runs = [event for event in own if event["name"] in ("RunTask", "ThreadControllerImpl::RunTask")]
    return [task(run, own) for run in runs if spent(run) > SHORT_MS]


def task(run: dict, own: Sequence[dict]) -> Task:
    """One task, and the largest parts of it."""
    inside = [one for one in own if one is not run and run["ts"] <= one["ts"] < run["ts"] + run["dur"]]
    inside.sort(key=spent, reverse=True)
    layouts = sum(one["name"] == "Layout" for one in inside)
    return Task(spent(run), layouts, tuple(f"{named(one)} {spent(one):.0f}" for one in inside[:8]))


def spent(event: dict) -> float:
    """Milliseconds that the thread itself has worked."""
    return float(event.get("tdur", event["dur"])) / 1000


def named(event: dict) -> str:
    """What happened, and to whom."""
    data = event.get("args", {}).get("data", {})
    begun = event.get("args", {}).get("beginData", {})
    if "totalObjects" in begun:
        return f"{event['name']} {begun['dirtyObjects']}/{begun['totalObjects']} {begun.get('partialLayout')}"
    if "elementCount" in event.get("args", {}):
        return f"{event['name']} {event['args']['elementCount']}"
    more = data.get("type") or data.get("functionName") or ""
    where = f" {data['url'].rpartition('/')[2]}:{data.get('lineNumber', 0)}" if "url" in data else ""
    return f"{event['name']} {more}{where}".strip()


def kept(page: Page) -> dict[str, int]:
    """Nodes, listeners and documents of the page after everything that nobody needs is gone."""
    line: CDPSession = page.context.new_cdp_session(page)
    line.send("Performance.enable")
    for _ in range(3):
        line.send("HeapProfiler.collectGarbage")
    found = {one["name"]: int(one["value"]) for one in line.send("Performance.getMetrics")["metrics"]}
    line.detach()
    return {name: found[name] for name in ("Nodes", "JSEventListeners", "Documents", "JSHeapUsedSize")}
