"""What holds of every report's page in a real browser, scored or not: it fits its screen, and its words can be read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import Page

from indication_scout_assets.domain.findings.report import EvidenceReport
from indication_scout_assets.reports.html_report import render_html

from .conftest import IN_A_BROWSER
from .sample import assessed_report, sample_report

pytestmark = [*IN_A_BROWSER, pytest.mark.slow]


@pytest.fixture(scope="module", params=[sample_report, assessed_report], ids=["sample", "assessed"])
def address(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    report: Callable[[], EvidenceReport] = request.param
    path = tmp_path_factory.mktemp("pages") / "sildenafil.html"
    path.write_text(render_html(report()), encoding="utf-8")
    return path.as_uri()


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_no_sideways_scroll(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


# Contrast of every visible text with the nearest painted background, by WCAG 2.
CONTRAST = """() => {
  const channel = (v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgb = (colour) => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    return canvas.getImageData(0, 0, 1, 1).data;
  };
  const shine = (c) => 0.2126 * channel(c[0]) + 0.7152 * channel(c[1]) + 0.0722 * channel(c[2]);
  const behind = (node) => {
    for (let e = node; e; e = e.parentElement) {
      const c = rgb(getComputedStyle(e).backgroundColor);
      if (c[3] > 250) return c;
    }
    return [255, 255, 255];
  };
  const poor = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const e = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || !e.checkVisibility()) continue;
    if (e.closest('.sr, .skip, svg, script')) continue;
    const a = shine(rgb(getComputedStyle(e).color)), b = shine(behind(e));
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) poor.push(`${ratio.toFixed(2)} ${e.className} ${e.textContent.slice(0, 40)}`);
  }
  return poor;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast(page: Page, scheme: Literal["light", "dark"]) -> None:
    page.emulate_media(color_scheme=scheme)
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    assert page.evaluate(CONTRAST) == []
