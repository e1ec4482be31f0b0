"""The viewer behind real proxies, with the configurations in docs/reference/VIEWER.md.

Browser and proxy run on different machines, which are network namespaces. So may pagerview.
"""

import base64
import contextlib
import hashlib
import os
import re
import subprocess
import time

import pytest
from playwright.sync_api import Error

from conftest import PATIENCE, SIZE, until
from namespaces import Machine, Switch, connect, listens
from programs import BOOK, CHROMIUM, PROGRAMS, ROOT, View, needs
from test_machines import noted_sockets, will_soon_be_up_to_date
from test_offline import kept, reload

VIEWER, CONTENTS = "https://wall.example", "https://wall-content.example"
NAMES = [origin.removeprefix("https://") for origin in (VIEWER, CONTENTS)]
BROWSER, PROXY = "192.0.2.2", "192.0.2.1"
#: The addresses of the cable between the proxy and pagerview on another machine.
INNER, FAR = "198.51.100.1", "198.51.100.2"
#: The response of each proxy to a host name that its configuration does not have.
UNKNOWN_NAME = {"nginx": "status 403", "caddy": "ERR_SSL_PROTOCOL_ERROR"}


def configuration(language, folder, viewer):
    """Returns a proxy's configuration from the document.

    The test's certificate and the address of pagerview replace those of the document.
    """
    text, = re.findall(rf"```{language}\n(.*?)```", (ROOT / "docs" / "reference" / "VIEWER.md").read_text(), re.S)
    for old, new in (("/etc/ssl/certs/wall.example.pem", f"{folder}/pagerview-cert.pem"),
                     ("/etc/ssl/private/wall.example.key", f"{folder}/pagerview-key.pem"),
                     ("127.0.0.1:8000", f"{viewer}:8000"), ("127.0.0.1:8001", f"{viewer}:8001")):
        assert old in text
        text = text.replace(old, new)
    return text


def nginx(folder, viewer):
    """Writes the files of nginx and returns the command that starts it."""
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in
                        ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (folder / "nginx.conf").write_text(
        f"daemon off;\npid {folder}/pid;\nerror_log {folder}/error.log;\nevents {{}}\n"
        f"http {{\naccess_log {folder}/access.log;\n{temporary}"
        f"{configuration('nginx', folder, viewer)}}}\n")
    return ["/usr/sbin/nginx", "-c", folder / "nginx.conf", "-p", folder, "-g", "user root;"]


def caddy(folder, viewer):
    """Writes the files of Caddy and returns the command that starts it."""
    sites = re.sub(r"(?m)^\S+ \{$", rf"\g<0>\nlog {{\noutput file {folder}/access.log\n}}",
                   configuration("caddyfile", folder, viewer))
    # Adds options that only the test needs to the options of the document.
    (folder / "Caddyfile").write_text(
        sites.replace("{\n", f"{{\nadmin off\nstorage file_system {folder}/storage\n", 1))
    return ["caddy", "run", "--adapter", "caddyfile", "--config", folder / "Caddyfile"]


PROXIES = {"nginx": nginx, "caddy": caddy}


class Site:
    """The machines of a browser, a switch, a proxy and pagerview."""

    def __init__(self, daemon, folder, proxy, has_far_viewer, ends):
        """
        :param ends: The exit stack that gets the functions to call after the test.
        """
        def machine(name, kind=Machine):
            made = kind(name)
            ends.callback(made.remove)
            return made

        self.browser, self.switch, self.proxy = (
            machine("browser"), machine("switch", Switch), machine("proxy"))
        connect(self.browser, BROWSER, self.switch, None, "browser")
        connect(self.proxy, PROXY, self.switch, None, "proxy")
        home, address, options = self.proxy, "127.0.0.1", ["--port", "8000"]
        if has_far_viewer:
            home, address = machine("viewer"), FAR
            connect(self.proxy, INNER, home, FAR, "inner")
            options = ["--listen", f"{FAR}:8000", "--insecure-http"]
        program, *words = home.command(
            PROGRAMS / "pagerview", *options, "--book", BOOK, "--public-address", VIEWER,
            "--public-content-address", CONTENTS)
        self.view = View(daemon, *words, program=program, has_daemon=False)
        ends.callback(self.view.stop)
        subprocess.run([PROGRAMS / "pagerview", "make-certificate", *NAMES, "--folder", folder],
                       check=True, capture_output=True)
        self.folder, self.token = folder, self.view.token
        self.command = self.proxy.command(*PROXIES[proxy](folder, address))
        self.start()
        ends.callback(self.stop)

    def start(self):
        """Starts the proxy."""
        with (self.folder / "said.log").open("a") as said:
            self.process = subprocess.Popen(self.command, stderr=said, env=dict(
                os.environ, HOME=str(self.folder), XDG_CONFIG_HOME=str(self.folder)))
        end = time.monotonic() + PATIENCE
        while not listens(self.process, 443):
            assert self.process.poll() is None and time.monotonic() < end

    def stop(self):
        """Ends the proxy."""
        self.process.terminate()
        self.process.wait(PATIENCE)

    @property
    def key(self):
        """The public key of the certificate, by which Chromium trusts it."""
        certificate = ["openssl", "x509", "-in", self.folder / "pagerview-cert.pem"]
        pem = subprocess.run([*certificate, "-pubkey", "-noout"], check=True, capture_output=True).stdout
        der = subprocess.run(["openssl", "pkey", "-pubin", "-outform", "der"], check=True, input=pem,
                             capture_output=True).stdout
        return base64.b64encode(hashlib.sha256(der).digest()).decode()


@pytest.fixture(params=PROXIES)
def proxy(request):
    return request.param


@pytest.fixture(params=[False, True], ids=["viewer-beside-proxy", "viewer-on-its-machine"])
def has_far_viewer(request):
    return request.param


@pytest.fixture
def site(daemon, tmp_path, proxy, has_far_viewer):
    for need in (needs.CHROMIUM, needs.NAMESPACES, needs.PROXIES):
        if need.reason:
            pytest.skip(need.reason)
    with contextlib.ExitStack() as ends:
        yield Site(daemon, tmp_path, proxy, has_far_viewer, ends)


@pytest.fixture
def far_page(chromium, site):
    """Opens the viewer at its public address in a browser on the browser's machine."""
    program = site.folder / "chromium"
    program.write_text(f'#!/bin/sh\nexec {" ".join(site.browser.command(CHROMIUM))} "$@"\n')
    program.chmod(0o700)
    browser = chromium.browser_type.launch(executable_path=program, timeout=PATIENCE * 1000, args=[
        "--no-sandbox", f"--host-resolver-rules=MAP *.example {PROXY}",
        f"--ignore-certificate-errors-spki-list={site.key}"])
    page = browser.new_context(viewport=SIZE).new_page()
    page.set_default_timeout(PATIENCE * 1000)
    errors = []
    page.on("pageerror", lambda error: errors.append(error))
    page.goto(f"{VIEWER}/#token={site.token}")
    page.evaluate("import('/js/show.js').then((module) => { window.viewer = module.viewer; })")
    until(page, "viewer.stage.window !== null && viewer.stage.views.size > 0")
    yield page
    browser.close()
    assert errors == []


def fetched(page, address, **options):
    """Makes a page fetch an address. Returns status and text, or None if that is forbidden."""
    return page.evaluate(
        """([address, options]) => fetch(address, options).then(
            async (response) => [response.status, await response.text()], () => null)""",
        [address, options])


def test_requests_use_the_protocol_of_the_configuration(far_page, proxy):
    far_page.evaluate("fetch('/health').then(() => {})")
    until(far_page, """(protocol) => performance.getEntriesByName(`${location.origin}/health`)
        .some((one) => one.nextHopProtocol === protocol)""",
          {"nginx": "http/1.1", "caddy": "h2"}[proxy])


def test_page_turns_pass_the_proxy_in_both_directions(daemon, far_page):
    assert far_page.evaluate("viewer.link.socket.url") == "wss://wall.example/socket"
    far_page.keyboard.press("ArrowRight")
    until(far_page, "viewer.state.controllers.get('book').index === 1")
    assert daemon("controller.get", id="book")["index"] == 1
    daemon("pager.select", page="1-menu")
    until(far_page, "viewer.state.controllers.get('book').index === 0")
    far_page.get_by_role("heading", name="Lunch today").wait_for()


def test_the_token_is_kept_in_a_cookie_of_the_viewer_and_in_no_log(site, far_page):
    cookie, = far_page.context.cookies()
    assert cookie["name"] == "__Host-pagerview-8000" and cookie["domain"] == "wall.example"
    assert cookie["httpOnly"] and cookie["secure"] and cookie["sameSite"] == "Strict"
    assert far_page.evaluate("document.cookie") == "" and far_page.url == f"{VIEWER}/"
    reload(far_page)
    until(far_page, "viewer.mayCommand")
    assert "/session" in (site.folder / "access.log").read_text()
    assert not [path for path in site.folder.glob("*.log") if site.token in path.read_text()]


def test_a_page_of_another_site_gets_neither_a_session_nor_a_websocket(site, far_page):
    stranger = far_page.context.new_page()
    stranger.route("https://evil.example/", lambda route: route.fulfill(body="a page"))
    stranger.goto("https://evil.example/")
    assert stranger.evaluate(
        """(address) => new Promise((done) => {
            const socket = new WebSocket(address);
            socket.onopen = () => done('open');
            socket.onclose = () => done('closed');
        })""", f"{VIEWER.replace('https', 'wss')}/socket") == "closed"
    with stranger.expect_response(f"{VIEWER}/session") as answer:
        assert fetched(stranger, f"{VIEWER}/session", method="POST", mode="no-cors",
                       credentials="include") in (None, [0, ""])
    assert answer.value.status == 403
    site.view.stop()
    site.view.reader.join(PATIENCE)
    assert any("refused a page of https://evil.example;" in line for line in site.view.said)


def test_contents_have_their_own_origin_and_receive_no_cookie(daemon, site, far_page):
    with far_page.expect_request(lambda request: request.frame != far_page.main_frame) as request:
        daemon("controller.update", id="1-menu", content={
            "type": "text/html", "body": "<p>in a frame</p>"})
    far_page.frame_locator("[data-view='1-menu'] iframe").get_by_text("in a frame").wait_for()
    address = request.value.url
    assert address.startswith(f"{CONTENTS}/book/")
    assert "cookie" not in request.value.all_headers()
    # Each origin serves only its own files.
    page = far_page.context.new_page()
    assert page.goto(f"{CONTENTS}/").status == 404
    assert page.goto(address.replace(CONTENTS, VIEWER)).status == 404


def test_only_a_proxy_on_the_same_machine_sets_a_screens_address(site, far_page, has_far_viewer):
    headers = {"Authorization": f"Bearer {site.token}"}
    until(far_page, """async (headers) => {
        const { screens } = await (await fetch('/health', { headers })).json();
        window.address = screens[0]?.address;
        return window.address;
    }""", headers)
    # pagerview trusts the address in a proxy's header only if the proxy is on its own machine.
    assert far_page.evaluate("window.address") == (INNER if has_far_viewer else BROWSER)


def test_the_proxy_refuses_an_unknown_host_name(far_page, proxy):
    page = far_page.context.new_page()
    try:
        outcome = f"status {page.goto('https://evil.example/').status}"
    except Error as error:
        outcome = error.message
    assert UNKNOWN_NAME[proxy] in outcome


def test_the_browser_reaches_the_proxy_only(site):
    """If there were a way around the proxy, the other tests would prove nothing."""
    def reaches(address, port):
        return subprocess.run(
            site.browser.command("bash", "-c", f"exec 3<>/dev/tcp/{address}/{port}"),
            capture_output=True, timeout=PATIENCE).returncode == 0

    assert reaches(PROXY, 443)
    for address in (PROXY, "127.0.0.1", FAR):
        assert not reaches(address, 8000) and not reaches(address, 8001)


def test_a_page_reconnects_after_the_proxy_restarts(site, far_page):
    site.stop()
    until(far_page, "viewer.staleSince !== null")
    site.start()
    until(far_page, "viewer.staleSince === null && viewer.hello !== null")


@pytest.mark.parametrize("is_reloaded", [False, True])
# If its own cable is cut, the browser notices; if another cable is cut, packets are just lost.
@pytest.mark.parametrize(("cut", "seconds"), [("browser", 10), ("switch", 10), ("switch", 75)])
@pytest.mark.parametrize("has_far_viewer", [False])
def test_a_page_is_up_to_date_soon_after_its_network_was_cut(
        daemon, site, far_page, cut, is_reloaded, seconds):
    kept(far_page)
    sockets = noted_sockets(far_page)
    site.switch.ip("link", "set", cut, "down")
    far_page.get_by_text("Not up to date: no contact for").wait_for()
    if is_reloaded:
        reload(far_page)
        far_page.get_by_text("Offline copy, not up to date: no contact for").wait_for()
    until(far_page, f"Date.now() - viewer.staleSince > {seconds * 1000}", patience=seconds + PATIENCE)
    daemon("pager.select", page="2-plan", animated=False)
    will_soon_be_up_to_date(far_page, sockets)
    site.switch.ip("link", "set", cut, "up")
    began = time.monotonic()
    until(far_page, "viewer.staleSince === null && viewer.state.controllers.get('book').index === 1")
    print(f"up to date after {time.monotonic() - began:.1f} s")
    until(far_page, "document.getElementById('age').hidden")
