"""Printed pages as Chromium prints them: one page a sheet, nothing cut, squares that a scanner reads at 150 dpi."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from games.engine.kit import all_kits
from moderation.printables.sheets import PAPERS
from qa.serving import RunningServer
from tests.conftest import missing
from tests.watched.tables import PICTURES, WatchedTable, open_evening
from tools.run import PRINT_PACKAGES

pytestmark = [pytest.mark.slow, pytest.mark.full]

DPI = 150
POINTS = 72 / 25.4  # of a millimetre
# What of a sheet lies outside of it, or is larger than the card or the sheet that it stands on.
CUT = """() => [...document.querySelectorAll(".sheet")].flatMap((sheet, number) => {
  const edge = sheet.getBoundingClientRect();
  const out = (one) => {
    const box = one.getBoundingClientRect();
    return box.width && (box.left < edge.left - 1 || box.right > edge.right + 1 ||
      box.top < edge.top - 1 || box.bottom > edge.bottom + 1);
  };
  const full = (one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1;
  const within = [...sheet.querySelectorAll("*")].filter((one) => !one.closest(".unseen"));
  const boxes = [sheet, ...sheet.querySelectorAll(".printed-card, .tent-face, .back-words, .slip")];
  return [...within.filter(out), ...boxes.filter(full)]
    .map((one) => `${number} ${one.tagName} ${one.getAttribute("class")} ${one.textContent.slice(0, 30)}`);
})"""
# Where the cards of each sheet lie, from the left edge of it.
PLACES = """() => [...document.querySelectorAll(".card-sheet")].map((sheet) => {
  const edge = sheet.getBoundingClientRect();
  return [...sheet.querySelectorAll(".printed-card, .printed-back")].map((card) => {
    const box = card.getBoundingClientRect();
    return [box.left - edge.left, edge.right - box.right, box.top - edge.top];
  });
})"""
A_MILLIMETRE = 96 / 25.4  # pixels


@pytest.fixture(autouse=True)
def _tools() -> None:
    for program in ("pdfinfo", "pdftoppm", "zbarimg"):
        if shutil.which(program) is None:
            missing(program, f"apt-get install {' '.join(PRINT_PACKAGES)}")


def said(*command: str | Path) -> str:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    return done.stdout


def printed(page: Page, path: str, paper: str, to: Path) -> Path:
    """The PDF of a page: as many pages as it has sheets, of that paper, and nothing cut."""
    page.goto(f"{path}{'&' if '?' in path else '?'}paper={paper}")
    page.emulate_media(media="print")
    page.evaluate("document.fonts.ready")
    assert page.evaluate(CUT) == [], path
    sheets = page.locator(".sheet").count()
    page.pdf(path=to, prefer_css_page_size=True)
    page.emulate_media(media="screen")
    found = said("pdfinfo", to)
    pages = int(re.findall(r"Pages:\s+(\d+)", found)[0])
    assert pages == sheets if sheets else pages >= 1, (path, pages)
    sizes = re.findall(r"Page\s+\d+ size:\s+([\d.]+) x ([\d.]+)", said("pdfinfo", "-l", "-1", to))
    across = page.locator(".sheet").evaluate_all("all => all.map((one) => one.matches('.wide'))") or [False] * pages
    short, long = PAPERS[paper].width * POINTS, PAPERS[paper].height * POINTS
    for (width, height), is_across in zip(sizes, across, strict=True):
        wanted = (long, short) if is_across else (short, long)
        assert abs(float(width) - wanted[0]) < 2 and abs(float(height) - wanted[1]) < 2, path
    return to


def scanned(pdf: Path) -> list[str]:
    """What the squares on the pages say, read from pictures of them."""
    said("pdftoppm", "-r", str(DPI), "-gray", "-png", pdf, pdf.with_suffix(""))
    return said("zbarimg", "--quiet", "--raw", *sorted(pdf.parent.glob(f"{pdf.stem}-*.png"))).splitlines()


def of_games() -> Iterator[str]:
    for slug, kit in all_kits().items():
        yield from (f"/paper/{slug}/crib/", f"/paper/{slug}/aid/")
        if kit.roles.CARD:
            most = min(kit.roles.SEATS[1], 16)
            yield f"/paper/{slug}/cards/?players={most}"
        if kit.board:
            yield f"/paper/{slug}/board/"


@pytest.mark.parametrize("language", ["fr-FR", "en-GB"])
def test_every_sheet_of_a_game_is_one_page(
    server: RunningServer, open_device: Callable[..., Page], tmp_path: Path, language: str
) -> None:
    page = open_device("screen", locale=language)
    for paper in PAPERS:
        for path in of_games():
            name = "-".join([*re.findall(r"\w+", path.partition("?")[0]), language, paper])
            pdf = printed(page, server.url + path, paper, (PICTURES or tmp_path) / f"{name}.pdf")
            assert pdf.exists()
            if "cards" in path:
                places = page.evaluate(PLACES)
                for fronts, backs in zip(places[::2], places[1::2], strict=True):
                    lefts = sorted((round(left), round(top)) for left, _right, top in fronts)
                    mirrored = sorted((round(right), round(top)) for _left, right, top in backs)
                    for front, back in zip(lefts, mirrored, strict=True):
                        assert all(abs(one - other) < A_MILLIMETRE for one, other in zip(front, back, strict=True))


@pytest.mark.parametrize("language", ["fr-FR", "en-GB"])
def test_a_scanner_reads_the_way_in_from_posters_and_tents(
    server: RunningServer, open_device: Callable[..., Page], tmp_path: Path, language: str
) -> None:
    table = WatchedTable(server, open_device, "sporz", "eyes_closed", languages=(language,))
    desk = table.desk
    desk.goto(f"{server.url}/desk/{table.code}/settings/")
    desk.locator("[name=wifi_name]").evaluate("(field) => { field.value = 'Le Phare'; }")
    desk.locator("[name=wifi_password]").evaluate("(field) => { field.value = 'lanterne'; }")
    desk.locator("main form button.primary").click()
    desk.wait_for_load_state()
    for paper in PAPERS:
        for kind in ("poster", "tent"):
            path = f"{server.url}/desk/{table.code}/paper/{kind}/"
            codes = scanned(printed(desk, path, paper, (PICTURES or tmp_path) / f"{kind}-{language}-{paper}.pdf"))
            assert any(code.endswith(f"/j/{table.code}/") for code in codes), (kind, paper, codes)
            assert any(code.startswith("WIFI:") and "Le Phare" in code for code in codes), (kind, paper, codes)


@pytest.mark.parametrize("language", ["fr-FR", "en-GB"])
def test_the_code_on_the_programme_leads_to_the_list(
    start_server: Callable[..., RunningServer], open_device: Callable[..., Page], tmp_path: Path, language: str
) -> None:
    server = start_server()
    host = open_device("tablet", locale=language)
    open_evening(server, host, "Escale à jeux")
    host.goto(f"{server.url}/events/1/door/")
    host.locator("form[action$='/list/'] input[name=open]").check()
    host.locator("form[action$='/list/'] button.button:not(.danger)").click()
    way = host.locator("p.address").inner_text().strip()
    for paper in PAPERS:
        path = f"{server.url}/events/1/paper/programme/"
        codes = scanned(printed(host, path, paper, (PICTURES or tmp_path) / f"programme-{language}-{paper}.pdf"))
        assert codes == [way], (paper, codes)
