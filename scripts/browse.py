#!/usr/bin/env python3
"""Opens pages of a site in headless Chromium and says what a person would see, as one JSON object a page.

usage: browse.py SITE [--pages a.html,b.html] [--shots DIR [--width N] [--height N] [--dark] [--prefix NAME]] [--seconds N]

Of each page: title, text, links, what the console says, what could not be loaded, how long it took until the tree was painted, and how
long one hundred frames of scrolling it took. Talks to Chromium through its own pipe (DevTools protocol), so no port and no driver is needed.
Everything ends after --seconds.
"""
import argparse
import base64
import json
import os
import pathlib
import select
import subprocess
import sys
import tempfile
import time

LOOK = """(() => ({
  title: document.title,
  text: document.body.innerText,
  links: Array.from(document.querySelectorAll('[href],[src]')).map(e => e.getAttribute('href') || e.getAttribute('src')),
  ids: Array.from(document.querySelectorAll('[id]')).map(e => e.id),
  steps: document.querySelectorAll('.step').length,
  current: document.querySelectorAll('.step.now').length,
  wide: document.documentElement.scrollWidth > innerWidth,
  painted: Number(document.documentElement.dataset.painted || 0),
  tree: !!document.getElementById('tree'),
}))()"""
# The pointer turns the wheel; a frame a turn.
SCROLL = """new Promise(done => {
  const c = document.getElementById('tree'), began = performance.now();
  let left = 100;
  (function frame() {
    if (!left--) return done(performance.now() - began);
    c.dispatchEvent(new WheelEvent('wheel', {deltaY: left > 50 ? -120 : 120, clientX: 400, clientY: 400, bubbles: true, cancelable: true}));
    requestAnimationFrame(frame);
  })();
})"""


class Browser:
    def __init__(self, deadline):
        self.deadline = deadline
        self.number = 0
        self.events = []
        self.buffer = b""
        self.profile = tempfile.TemporaryDirectory()
        to_child, self.write = os.pipe()
        self.read, from_child = os.pipe()

        def wire():
            # Chromium reads from 3 and writes to 4; out of the way first, in case one of them is there already.
            kept = [os.dup2(to_child, 103), os.dup2(from_child, 104)]
            os.dup2(kept[0], 3)
            os.dup2(kept[1], 4)

        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-dev-shm-usage", "--hide-scrollbars",
                 "--disable-background-networking", "--disable-component-update", f"--user-data-dir={self.profile.name}",
                 "--remote-debugging-pipe"]
        self.child = subprocess.Popen([os.environ.get("CHROMIUM", "chromium"), *flags], preexec_fn=wire, close_fds=False,
                                      stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_child)
        os.close(from_child)
        target = self.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        self.session = None
        self.session = self.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network"]:
            self.call(f"{domain}.enable")

    def message(self):
        while b"\0" not in self.buffer:
            left = self.deadline - time.monotonic()
            if left <= 0 or not select.select([self.read], [], [], left)[0]:
                raise TimeoutError("Chromium does not answer")
            more = os.read(self.read, 1 << 16)
            if not more:
                raise ConnectionError("Chromium has ended")
            self.buffer += more
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, params=None):
        self.number += 1
        said = {"id": self.number, "method": method, "params": params or {}}
        if getattr(self, "session", None):
            said["sessionId"] = self.session
        os.write(self.write, json.dumps(said).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == said["id"]:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def wait(self, method):
        while True:
            for i, event in enumerate(self.events):
                if event.get("method") == method:
                    return self.events.pop(i)
            self.events.append(self.message())

    def value(self, script):
        answer = self.call("Runtime.evaluate", {"expression": script, "returnByValue": True, "awaitPromise": True})
        if "exceptionDetails" in answer:
            raise RuntimeError(json.dumps(answer["exceptionDetails"])[:400])
        return answer["result"].get("value")

    def close(self):
        self.child.kill()
        self.child.wait()
        try:
            self.profile.cleanup()
        except OSError:
            pass


def complaints(events):
    """What went wrong on the page, and everything that was asked for from elsewhere."""
    out = []
    for event in events:
        method, params = event.get("method"), event.get("params", {})
        if method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            out.append("exception: " + details.get("exception", {}).get("description", details.get("text", "")))
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
            out.append("console: " + json.dumps([a.get("value", a.get("description")) for a in params["args"]]))
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            out.append("log: " + params["entry"]["text"])
        elif method == "Network.loadingFailed":
            out.append("not loaded: " + params.get("errorText", ""))
        elif method == "Network.requestWillBeSent" and not params["request"]["url"].startswith(("file:", "data:")):
            out.append("asked for: " + params["request"]["url"])
    return out


def visit(browser, path, options):
    browser.events.clear()
    browser.call("Emulation.setDeviceMetricsOverride",
                 {"width": options.width, "height": options.height, "deviceScaleFactor": options.scale, "mobile": options.width < 600})
    scheme = "dark" if options.dark else "light"
    browser.call("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
    browser.call("Page.navigate", {"url": path.resolve().as_uri()})
    browser.wait("Page.loadEventFired")
    seen = browser.value(LOOK)
    while seen["tree"] and not seen["painted"]:
        time.sleep(0.02)
        seen = browser.value(LOOK)
        if time.monotonic() > browser.deadline:
            raise TimeoutError("the tree is never painted")
    if options.shots:
        if options.script:
            browser.value(options.script)
            time.sleep(0.3)
        shot = {"format": "png", "captureBeyondViewport": options.full}
        if options.full:
            tall = browser.value("Math.min(document.documentElement.scrollHeight, 6000)")
            shot["clip"] = {"x": 0, "y": 0, "width": options.width, "height": tall, "scale": 1}
        png = base64.b64decode(browser.call("Page.captureScreenshot", shot)["data"])
        name = f"{options.prefix}{path.stem}{'-dark' if options.dark else ''}.png"
        (pathlib.Path(options.shots) / name).write_bytes(png)
    if seen["tree"]:
        seen["scrolled_ms"] = browser.value(SCROLL)
    seen["complaints"] = complaints(browser.events)
    return seen


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("site", type=pathlib.Path)
    parser.add_argument("--pages")
    parser.add_argument("--shots")
    parser.add_argument("--prefix", default="")
    parser.add_argument("--script", help="run before the picture is taken")
    parser.add_argument("--width", type=int, default=1280)
    parser.add_argument("--height", type=int, default=860)
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--full", action="store_true", help="all of the page, not only what is in the window")
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    names = options.pages.split(",") if options.pages else sorted(p.name for p in options.site.glob("*.html"))
    browser = Browser(time.monotonic() + options.seconds)
    try:
        print(json.dumps({name: visit(browser, options.site / name, options) for name in names}, indent=1))
    finally:
        browser.close()


try:
    main()
except (TimeoutError, ConnectionError, RuntimeError, OSError) as e:
    sys.exit(f"browse.py: {e}")
