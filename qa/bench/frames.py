"""How smoothly the screen of a room tells a decision: the frames that a browser leaves out meanwhile.

Sixty frames a second are wanted. A browser without a graphics card, as here, is slower than a television's.
"""

from __future__ import annotations

from collections.abc import Iterator

from qa.bench.figures import Figure
from tests.conftest import CHROMIUM
from tools.run import find_chromium

SECONDS = 10.0
DROPPED = """seconds => new Promise((done) => {
  const [from, frame] = [performance.now(), 1000 / 60];
  let [last, dropped, longest] = [from, 0, 0];
  const look = (now) => {
    dropped += Math.max(0, Math.round((now - last) / frame) - 1);
    longest = Math.max(longest, now - last);
    last = now;
    now - from < seconds * 1000 ? requestAnimationFrame(look) : done([dropped, longest]);
  };
  requestAnimationFrame(look);
})"""


def figures() -> Iterator[Figure]:
    """Of each game the decision, from the moment at which the screen is told of it; nothing without a browser."""
    if find_chromium() is None:
        return
    from tests.moderation.page_server import PageServer
    from tests.moderation.surfaces.screen.decisions import decision
    from tests.moderation.surfaces.showings import change

    size = {"width": 1920, "height": 1080}
    for slug in ("sporz", "lupus", "elsen"):
        page = CHROMIUM.open().new_page(viewport=size)
        view = decision(slug)
        server = PageServer(
            page, "screen", change(view, moment=None), slug=slug, has_nights=True, speaks=False
        ).open()
        page.wait_for_timeout(1_000)
        server.push(view, 2)
        dropped, longest = page.evaluate(DROPPED, SECONDS)
        yield Figure(f"frames dropped of {SECONDS * 60:,.0f}, while a screen tells a vote of {slug}", dropped)
        yield Figure(f"the longest wait for a frame in {slug}", longest, "ms")
        page.close()
    CHROMIUM.close()
