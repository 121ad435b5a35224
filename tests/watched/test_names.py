"""Names in a browser: the limit is told while typing, a pasted list becomes seats, who leaves reads so."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from qa.serving import RunningServer
from tests.watched.tables import WatchedTable

PASTE = """([selector, text]) => {
  const field = document.querySelector(selector), data = new DataTransfer();
  data.setData("text/plain", text);
  field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
}"""


def test_names_are_typed_pasted_and_left(server: RunningServer, open_device: Callable[..., Page]) -> None:
    table = WatchedTable(server, open_device, "sporz", languages=("en-GB",))
    table.desk.evaluate(PASTE, ["#new-name", "1. Anna\n2. Maximilienne-Charlotte\n- Bob"])
    table.desk.locator("#add-list button[type=submit]").click()
    expect(table.desk.locator("#seats .seat-name")).to_have_text(["Anna", "Maximilienne-Charlotte", "Bob"])
    expect(table.desk.locator("#new-names")).to_have_value("")

    phone = open_device("phone")
    phone.goto(f"{server.url}/j/{table.code}/")
    phone.fill("#name", "Maximilienne de la Tour")
    expect(phone.locator("#name_helptext")).to_contain_text("23 / 24")
    phone.fill("#name", "Maximilienne de la Tour d’Or")
    expect(phone.locator("#name_helptext")).to_have_class("help wrong")
    phone.locator("main form button.primary").click()
    expect(phone.locator("#name_error")).to_contain_text("24")
    phone.fill("#name", "Zoé")
    expect(phone.locator("#name_error")).to_have_count(0)
    phone.locator("main form button.primary").click()
    phone.locator("summary", has_text="Leave the table").click()
    phone.locator("[data-leaves] button").click()
    expect(phone.locator("#notice")).to_contain_text("You have left the table.")
