"""How long report pages take to open, how big they are, and how many words stand open at first. Run by hand.

    python -m indication_scout_tests.bench.page_opening reports/live/*.html

Each page is opened five times in a fresh headless Chromium context; the seconds are the median, up to the load event.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from indication_scout_tests.reports.conftest import CHROMIUM

TIMES = 5


def main(files: list[str]) -> None:
    """Print a line for each page."""
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox", "--disable-gpu"])
        for file in files:
            path, seconds, words = Path(file).resolve(), [], 0
            for _ in range(TIMES):
                with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
                    page = context.new_page()
                    begun = time.perf_counter()
                    page.goto(path.as_uri(), wait_until="load")
                    seconds.append(time.perf_counter() - begun)
                    words = len(page.inner_text("main").split())
            size = path.stat().st_size / 1024
            print(f"{file}: {size:,.0f} kB, {statistics.median(seconds):.2f} s, {words:,} words open at first")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
