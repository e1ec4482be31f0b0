"""The viewer behind a real nginx with the configuration in docs/VIEWER.md."""

import re
import shutil
import socket
import ssl
import subprocess
import time
import urllib.error
import urllib.request

import pytest
from playwright.sync_api import sync_playwright

from conftest import PATIENCE, until
from programs import BOOK, PROGRAMS, ROOT, View

NAMES = ("wall.example", "wall-content.example")


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


class Nginx:
    """nginx on loopback with its files in a temporary folder."""

    def __init__(self, folder, port, viewer_port, content_port):
        subprocess.run([PROGRAMS / "pagerview", "make-certificate", *NAMES, "--folder", folder],
                       check=True, capture_output=True)
        text, = re.findall(r"```nginx\n(.*?)```", (ROOT / "docs" / "VIEWER.md").read_text(), re.S)
        for old, new in (("listen 443", f"listen 127.0.0.1:{port}"),
                         ("/etc/ssl/certs/wall.example.pem", f"{folder}/pagerview-cert.pem"),
                         ("/etc/ssl/private/wall.example.key", f"{folder}/pagerview-key.pem"),
                         ("127.0.0.1:8000", f"127.0.0.1:{viewer_port}"),
                         ("127.0.0.1:8001", f"127.0.0.1:{content_port}")):
            assert old in text
            text = text.replace(old, new)
        temporary = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in
                            ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (folder / "nginx.conf").write_text(
            f"daemon off;\npid {folder}/pid;\nerror_log {folder}/error.log;\nevents {{}}\n"
            f"http {{\naccess_log {folder}/access.log;\n{temporary}{text}}}\n")
        self.access_log = folder / "access.log"
        program = shutil.which("nginx") or "/usr/sbin/nginx"
        self.process = subprocess.Popen([program, "-c", folder / "nginx.conf", "-p", folder,
                                         "-g", "user root;"])
        end = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except ConnectionRefusedError:
                assert self.process.poll() is None and time.monotonic() < end

    def stop(self):
        self.process.terminate()
        self.process.wait(PATIENCE)


@pytest.fixture
def wall(daemon, tmp_path):
    """Starts the viewer and nginx, and returns the public address."""
    port = free_port()
    origin, contents = (f"https://{name}:{port}" for name in NAMES)
    view = View(daemon, "--book", str(BOOK), "--public-address", origin,
                "--public-content-address", contents)
    nginx = Nginx(tmp_path, port, view.port, view.content_port)
    yield view, nginx, origin
    nginx.stop()
    view.stop()


@pytest.fixture
def far_page(wall):
    """Opens a page at the public address in a browser that resolves the names to this machine."""
    view, _, origin = wall
    with sync_playwright() as playwright:
        rules = ",".join(f"MAP {name} 127.0.0.1" for name in NAMES)
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=["--no-sandbox", f"--host-resolver-rules={rules}"])
        page = browser.new_context(ignore_https_errors=True).new_page()
        page.goto(f"{origin}/#token={view.token}")
        page.evaluate("import('/js/show.js').then((module) => { window.viewer = module.viewer; })")
        until(page, "viewer.stage.window !== null && viewer.stage.views.size > 0")
        yield page
        browser.close()


def test_the_viewer_works_behind_nginx(daemon, wall, far_page):
    view, nginx, origin = wall
    page = far_page
    assert page.evaluate("viewer.link.socket.url") == f"{origin.replace('https', 'wss')}/socket"
    cookie, = page.context.cookies()
    assert cookie["name"] == f"__Host-pagerview-{view.port}" and cookie["domain"] == NAMES[0]
    page.keyboard.press("ArrowRight")
    until(page, "viewer.state.controllers.get('book').index === 1")
    daemon("controller.update", id="2-plan", content={
        "type": "text/html", "body": "<p>in a frame</p>"})
    page.frame_locator("[data-view='2-plan'] iframe").get_by_text("in a frame").wait_for()
    frame = page.locator("[data-view='2-plan'] iframe").get_attribute("src")
    assert frame.startswith(origin.replace(*NAMES))
    # No log of the proxy contains the token.
    assert view.token not in nginx.access_log.read_text()


def test_nginx_comes_back_and_so_does_the_page(wall, far_page):
    _, nginx, _ = wall
    nginx.process.terminate()
    nginx.process.wait(PATIENCE)
    until(far_page, "viewer.staleSince !== null")
    nginx.process = subprocess.Popen([*nginx.process.args])
    until(far_page, "viewer.staleSince === null && viewer.hello !== null")


def test_another_name_of_the_proxy_is_refused(wall):
    _, _, origin = wall
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    port = origin.rsplit(":", 1)[1]
    request = urllib.request.Request(f"https://127.0.0.1:{port}/", headers={"Host": "evil.example"})
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(request, context=context, timeout=PATIENCE)
