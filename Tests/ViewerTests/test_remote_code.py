"""The QR code of the remote control: printed, and in the presenter."""

import json
import re
import subprocess

from PIL import Image
from programs import BOOK, View, WebSocket
from test_machines import certificate  # noqa: F401


def decoded(path):
    """Returns the text of the QR code in a picture."""
    return subprocess.run(["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", path],
                          check=True, capture_output=True, text=True).stdout.strip()


def drawn(lines, path):
    """Draws lines of half-block characters in white on black, as a terminal does."""
    scale = 6
    image = Image.new("1", (len(lines[0]) * scale, len(lines) * 2 * scale))
    for row, line in enumerate(lines):
        for column, block in enumerate(line):
            for half in (0, 1):
                if block == "█" or block == "▀▄"[half]:
                    left, top = column * scale, (2 * row + half) * scale
                    image.paste(1, (left, top, left + scale, top + scale))
    image.save(path)
    return path


def printed(view):
    return [line.rstrip("\n") for line in view.said if re.match("[█▀▄ ]{29}", line)]


def test_pagerview_prints_the_code_of_the_remote_control(shelf, tmp_path):
    view = shelf("--book", str(BOOK), "--listen", "0.0.0.0:0", "--insecure-http", "--qr",
                 "--allow-host", "wall.example")
    address = f"http://wall.example:{view.port}/remote#token={view.token}"
    assert f"remote {address}\n" in view.said
    assert decoded(drawn(printed(view), tmp_path / "code.png")) == address


def test_no_qr_code_is_shown_for_an_address_that_no_phone_can_reach(daemon, view, browse):
    alone = View(daemon, "--book", str(BOOK), "--qr")
    alone.stop()
    assert printed(alone) == []
    assert "A phone cannot reach this address" in "".join(alone.said)
    page = browse(f"{view.origin}/presenter#token={view.token}")
    page.get_by_role("button", name="Phone").click()
    page.get_by_text("A phone cannot reach this address, which works only on this machine.").wait_for()
    assert page.locator("#remote-code svg").count() == 0


def test_the_presenter_code_admits_one_phone(shelf, certificate, browse, tmp_path):  # noqa: F811
    view = shelf("--book", str(BOOK), "--listen", "127.0.0.1:0", "--tls-cert", certificate[0],
                 "--tls-key", certificate[1], "--allow-host", "wall.example")
    page = browse(f"{view.origin}/presenter#token={view.token}", ignore_https_errors=True,
                  viewport={"width": 1280, "height": 760})
    page.get_by_role("button", name="Phone").click()
    code = page.get_by_role("img", name="QR code of the remote control")
    code.wait_for()
    code.screenshot(path=tmp_path / "code.png")
    address = decoded(tmp_path / "code.png")
    found = re.fullmatch(rf"https://wall\.example:{view.port}/remote#token=(\w+)", address)
    assert found and found[1] != view.token
    invited = f"{view.origin}/remote#token={found[1]}"
    phone = browse(invited, ignore_https_errors=True, viewport={"width": 390, "height": 844})
    phone.get_by_role("button", name="Next slide").click()
    phone.get_by_text("2 of").wait_for()
    another = browse(invited, ready=False, ignore_https_errors=True)
    another.get_by_text("The token of this address is wrong").wait_for()


def test_a_watching_browser_gets_no_code_for_the_remote_control(view):
    watch, = (line.split("#token=")[1].strip() for line in view.said if line.startswith("watch "))
    with WebSocket(view) as audience:
        audience.send(json.dumps({"token": watch}))
        audience.send('{"remote":true}')
        # pagerview closes the connection of a browser that requests more than its token permits.
        while (message := audience.message()) is not None:
            assert not message.startswith('{"remote"')
