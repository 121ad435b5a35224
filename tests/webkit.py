"""WebKit, the engine of iPhones: Debian's MiniBrowser of WebKitGTK, on a display of its own, driven by Selenium.

One driver serves one session, so each device has a driver and a display. The driver's own pictures wait for ever
without a real display: a picture is read from the display. Nothing here knows a game; start reading at `Device`.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver import ActionChains, WebKitGTKOptions
from selenium.webdriver.common.by import By
from urllib3.exceptions import HTTPError

from qa.serving import PATIENCE_SECONDS, find_free_port

PROGRAMS = ("WebKitWebDriver", "Xvfb", "xwd", "xwdtopnm", "pnmtopng")
SIZES = {
    "phone": (390, 844),
    "small": (360, 640),
    "tablet": (1180, 820),
    "upright": (820, 1180),
    "screen": (1920, 1080),
}
# No graphics card and no loudspeaker. (Skia's own drawing by the processor leaves what turns in depth half turned.)
QUIET = {
    "LIBGL_ALWAYS_SOFTWARE": "1",
    "GST_PLUGIN_FEATURE_RANK": "alsasink:NONE,openalsink:NONE,pulsesink:NONE,jackaudiosink:NONE,pipewiresink:NONE",
    "NO_AT_BRIDGE": "1",
}
DEATH = "InvalidSessionIdException"  # what the driver raises once the engine's own process has died
T = TypeVar("T")
SETTLED = """const [done] = arguments;
const ends = (one) => Number.isFinite(one.effect.getComputedTiming().endTime);
const moved = Promise.allSettled(document.getAnimations().filter(ends).map((one) => one.finished));
const drawn = () => requestAnimationFrame(() => requestAnimationFrame(() => done(true)));
Promise.all([moved, document.fonts.ready]).then(drawn);"""


def mini_browser() -> Path | None:
    """Where the browser is, if it and all that is needed to drive it are there."""
    found = next(Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"), None)
    return found if found and all(map(shutil.which, PROGRAMS)) else None


class Device:
    """One browser in a window of the size of its display, which `resize` changes."""

    def __init__(self, kind: str = "phone") -> None:
        self.width, self.height = SIZES[kind]
        self.closing = contextlib.ExitStack()
        try:
            self._start()
        except BaseException:
            self.closing.close()
            raise

    def _start(self) -> None:
        read, write = os.pipe()
        side = f"{SIZES['screen'][0]}x{SIZES['upright'][1]}x24"  # as large as any device of `SIZES`
        display = ["Xvfb", "-displayfd", str(write), "-screen", "0", side, "-nolisten", "tcp"]
        self._run(display, pass_fds=(write,))
        os.close(write)
        with os.fdopen(read) as number:
            self.display = f":{number.readline().strip()}"
        port = find_free_port()
        env = {**os.environ, **QUIET, "DISPLAY": self.display}
        self._run(["WebKitWebDriver", f"--port={port}"], env=env)
        wait_for(lambda: listens(port) or None, "WebKit's driver")
        options = WebKitGTKOptions()
        options.binary_location = str(mini_browser())
        options.add_argument("--automation")
        options.add_argument("--full-screen")  # no bar above the page
        self.driver = webdriver.Remote(f"http://127.0.0.1:{port}", options=options)
        self.closing.callback(self._quit)
        self.driver.set_script_timeout(PATIENCE_SECONDS)
        self.resize(self.width, self.height)

    def _run(self, command: list[str], **options: Any) -> None:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
        self.closing.callback(process.wait)
        self.closing.callback(process.kill)

    def _quit(self) -> None:
        with contextlib.suppress(WebDriverException, HTTPError):
            self.driver.quit()

    def close(self) -> None:
        """End the browser, its driver and its display."""
        self.closing.close()

    def resize(self, width: int, height: int) -> None:
        """Give the window another size, in CSS pixels, at most that of the display."""
        self.width, self.height = width, height
        self.driver.set_window_rect(0, 0, width, height)
        inner = "return [innerWidth, innerHeight]"
        wait_for(lambda: self.run(inner) == [width, height] or None, f"a window of {width}x{height}")

    def open(self, url: str, cookies: Mapping[str, str] | None = None) -> None:
        """Load a page. `cookies` are kept for its site first, as another browser has them, and no other."""
        if cookies is not None:
            self.driver.get(url.split("/", 3)[0] + "//" + url.split("/", 3)[2] + "/static/icon.svg")
            self.driver.delete_all_cookies()
            for name, value in cookies.items():
                self.driver.add_cookie({"name": name, "value": value, "path": "/"})
        self.driver.get(url)

    @property
    def url(self) -> str:
        """The address of the page."""
        return self.driver.current_url

    def run(self, script: str, *arguments: object) -> Any:
        """Run a script in the page, and return what it returns."""
        return self.driver.execute_script(script, *arguments)

    def count(self, selector: str) -> int:
        """How many of these the page has."""
        return int(self.run("return document.querySelectorAll(arguments[0]).length", selector))

    def text(self, selector: str) -> str:
        """The words of the first of these; empty where there is none."""
        return str(self.run("return document.querySelector(arguments[0])?.textContent ?? ''", selector))

    def wait(self, selector: str) -> None:
        """Wait until the page has one of these."""
        wait_for(lambda: self.count(selector) or None, f"{selector} at {self.url}")

    def tap(self, selector: str) -> None:
        """Wait for the first of these that is seen, and tap it where it is, as a finger would."""

        wait_for(lambda: self.tap_if_seen(selector) or None, f"{selector} to tap at {self.url}")

    def tap_if_seen(self, selector: str) -> bool:
        """Tap the first of these that is seen now; False: none is, or it went before the finger was there."""
        with contextlib.suppress(WebDriverException):
            for found in self.driver.find_elements(By.CSS_SELECTOR, selector):
                if found.is_displayed() and found.is_enabled():
                    self.run("arguments[0].scrollIntoView({block: 'center'})", found)  # off the strip at the foot
                    found.click()
                    return True
        return False

    def type(self, selector: str, text: str) -> None:
        """Write into an empty field, in place of what stands there."""
        self.wait(selector)
        field = self.driver.find_element(By.CSS_SELECTOR, selector)
        field.clear()
        field.send_keys(text)

    def hand(self) -> ActionChains:
        """A hand that holds and lets go."""
        return ActionChains(self.driver)

    def picture(self) -> bytes:
        """What the window shows once letters and layout have settled: a PNG."""
        self.driver.execute_async_script(SETTLED)
        seen = self._pixels()
        for _ in range(20):  # the display is painted a moment after the page: two alike in a row are the page
            time.sleep(0.15)
            before, seen = seen, self._pixels()
            if before == seen:
                break
        cut = ["pnmcut", "-left=0", "-top=0", f"-width={self.width}", f"-height={self.height}"]
        pixels = subprocess.run(cut, input=seen, stdout=subprocess.PIPE, check=True).stdout
        return subprocess.run(["pnmtopng"], input=pixels, capture_output=True, check=True).stdout

    def _pixels(self) -> bytes:
        dump = subprocess.run(
            ["xwd", "-root", "-silent", "-display", self.display], stdout=subprocess.PIPE, check=True
        ).stdout
        return subprocess.run(["xwdtopnm"], input=dump, capture_output=True, check=True).stdout


def listens(port: int) -> bool:
    """Whether anybody answers at this port of this machine."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def wait_for(what: Callable[[], T | None], name: str, seconds: float = PATIENCE_SECONDS) -> T:
    """Try until it gives something, whatever the page is doing meanwhile. Raises TimeoutError, with the name."""
    deadline, latest = time.monotonic() + seconds, ""
    while time.monotonic() < deadline:
        try:
            if (found := what()) is not None:
                return found
        except (WebDriverException, HTTPError) as error:  # drawn anew under the finger, or not there yet
            latest = str(error).splitlines()[0]
        time.sleep(0.1)
    raise TimeoutError(f"waited in vain for {name} {latest}")
