#!/usr/bin/env python3
"""Checks the pages of `gardenctl report` in a browser: see check.sh.

Each page of some gardens (empty, one day, a year, strange names) is opened in the light and the dark scheme, on a phone
and on a desktop. It must be valid HTML, load nothing and report nothing, be no wider than the screen, have no finding
of axe-core, with its tables closed and open, have enough contrast in its charts, and be usable with the keyboard.
"""

import argparse
import datetime
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import html5lib
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "bench"))
from gardens import gardens  # noqa: E402
from servers import Programs  # noqa: E402

SIZES = {"phone": (360, 740), "desktop": (1280, 900)}
SCHEMES = ["light", "dark"]

# The least contrasts of WCAG 2.2: 4.5 for letters, 3 for the marks of a chart (1.4.3, 1.4.11). axe-core does not look at SVG.
CONTRAST = """() => {
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true})
  const rgb = color => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data]
  }
  const luminance = parts => {
    const [r, g, b] = parts.map(part => part / 255).map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const contrast = (one, other) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
    return (light + 0.05) / (dark + 0.05)
  }
  const background = element => {
    for (let at = element; at; at = at.parentElement) {
      const color = rgb(getComputedStyle(at).backgroundColor)
      if (color[3] === 255) return color
    }
    return [255, 255, 255]
  }
  const found = []
  const look = (selector, property, least) => {
    for (const element of document.querySelectorAll(selector)) {
      const ratio = contrast(rgb(getComputedStyle(element)[property]).slice(0, 3), background(element).slice(0, 3))
      if (ratio < least) found.push(`${selector}: ${ratio.toFixed(2)} is below ${least}`)
    }
  }
  look("svg text", "fill", 4.5)
  look(".bar, .category", "fill", 3)
  look(".line", "stroke", 3)
  return [...new Set(found)]
}"""

parser = argparse.ArgumentParser()
parser.add_argument("--built", default=".build/debug")
parser.add_argument("--pictures")
options = parser.parse_args()
built = os.path.abspath(options.built)
problems = []


def make_pages(folder):
    """The path of a page for each garden."""
    programs = Programs(built, folder)
    now = datetime.datetime.now(datetime.timezone.utc).replace(tzinfo=None, microsecond=0)
    for name, start, lines in gardens(now):
        data = f"{folder}/{name}-data"
        simulated = subprocess.run(
            [f"{built}/gardend", "simulate", "--data", data, "--start", start.strftime("%Y-%m-%dT%H:%M:%SZ")],
            input="\n".join([*lines, ""]), text=True, check=True, capture_output=True).stdout
        refused = [line for line in simulated.splitlines() if '"error":' in line and "insufficient_points" not in line]
        if refused:
            sys.exit(f"{name}: {refused[0]}")
        path = f"{folder}/{name}.html"
        with programs.garden(data) as server:
            subprocess.run(
                [f"{built}/gardenctl", "report", "--html", path, "--socket", server.socket], check=True,
                stdout=subprocess.DEVNULL)
        yield name, path


def check_axe(page, label):
    results = Axe().run(page, options={"runOnly": {"type": "tag", "values": [
        "wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}})
    for violation in results.response["violations"]:
        nodes = "; ".join(node["html"][:120] for node in violation["nodes"][:3])
        problems.append(f"{label}: axe-core: {violation['id']}: {violation['help']}: {nodes}")
    return len(results.response["passes"])


def check_keyboard(page, label):
    """Every link, every table's button, and an open table are reached with Tab, and each shows where the focus is."""
    expected = page.evaluate("""() => [...document.querySelectorAll("a[href], summary, [tabindex='0']")]
        .filter(e => e.checkVisibility()).length""")
    page.evaluate("document.activeElement.blur()")
    reached = set()
    for _ in range(expected):
        page.keyboard.press("Tab")
        outline = page.evaluate("""() => {
            const e = document.activeElement
            const all = [...document.querySelectorAll("a[href], summary, [tabindex='0']")]
            return [all.indexOf(e), getComputedStyle(e).outlineStyle, e.tagName]
        }""")
        reached.add(outline[0])
        if outline[1] == "none":
            problems.append(f"{label}: the focus of {outline[2]} is invisible")
    if len(reached - {-1}) != expected:
        problems.append(f"{label}: Tab reaches {len(reached - {-1})} of {expected} elements")
    summary = page.locator("summary").first
    if summary.count():
        summary.focus()
        page.keyboard.press("Enter")
        if not page.locator("details table").first.is_visible():
            problems.append(f"{label}: Enter does not open a table")
        page.keyboard.press("Enter")
    return expected


def check_page(browser, name, path):
    strict = html5lib.HTMLParser(strict=True)
    text = pathlib.Path(path).read_text(encoding="utf-8")
    try:
        strict.parse(text)
    except html5lib.html5parser.ParseError as error:
        problems.append(f"{name}: not valid HTML: {error}")
    for size, (width, height) in SIZES.items():
        for scheme in SCHEMES:
            label = f"{name}, {size}, {scheme}"
            context = browser.new_context(
                viewport={"width": width, "height": height}, color_scheme=scheme, device_scale_factor=2)
            page = context.new_page()
            page.on("console", lambda message, label=label: problems.append(f"{label}: console: {message.text}"))
            page.on("pageerror", lambda error, label=label: problems.append(f"{label}: error: {error}"))
            requests = []
            page.on("request", lambda request, requests=requests: requests.append(request.url))
            page.goto(f"file://{path}")
            loaded = [url for url in requests if not url.startswith(("file://", "data:"))]
            if len(requests) > 2 or loaded:
                problems.append(f"{label}: loads {requests}")
            if options.pictures:
                page.screenshot(path=f"{options.pictures}/{name}-{size}-{scheme}.png", full_page=True)
            over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            if over > 0:
                problems.append(f"{label}: {over} pixels wider than the screen")
            problems.extend(f"{label}: contrast: {found}" for found in page.evaluate(CONTRAST))
            reached = check_keyboard(page, label)
            rules = check_axe(page, label)
            page.evaluate("document.querySelectorAll('details').forEach(e => e.open = true)")
            rules = max(rules, check_axe(page, f"{label}, open tables"))
            over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            if over > 0:
                problems.append(f"{label}, open tables: {over} pixels wider than the screen")
            print(f"{label}: {rules} rules of axe-core pass, {reached} elements reached with Tab")
            context.close()
    context = browser.new_context(viewport={"width": 794, "height": 1123}, color_scheme="dark")
    page = context.new_page()
    page.goto(f"file://{path}")
    paper = page.pdf(format="A4", print_background=True)
    if options.pictures:
        pathlib.Path(f"{options.pictures}/{name}.pdf").write_bytes(paper)
    context.close()
    print(f"{name}: {len(text.encode()):,} bytes, {paper.count(b'/Type /Page') - paper.count(b'/Type /Pages')} pages of paper")


folder = tempfile.mkdtemp(prefix="garden-report-")
try:
    if options.pictures:
        os.makedirs(options.pictures, exist_ok=True)
    with sync_playwright() as playwright:
        # Without a sandbox of its own, as root and in containers.
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, path in make_pages(folder):
            check_page(browser, name, path)
        browser.close()
finally:
    shutil.rmtree(folder)
if problems:
    sys.exit("\n".join(problems))
