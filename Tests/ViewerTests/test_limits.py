"""Each limit that docs/reference/VIEWER.md promises has a test that tries to exceed it."""

import itertools
import json
import re

from programs import ROOT, WebSocket, eventually
from test_safety import ask

#: The tests for each row of the tables, by its first cell. They use a stranger's connection, or one
#: of a browser without the command token. Those with spaces in their names are in PagerViewerTests.
LIMITS = {
    "address and headers of a request": [
        "A request head that never ends is refused as too long", "More than 100 headers are too many",
        "An invalid request head is refused", "test_a_request_that_never_ends_is_rejected"],
    "a request": [
        "test_silent_and_slow_connections_are_closed",
        "test_a_stranger_in_a_tls_handshake_does_not_keep_its_connection"],
    "a WebSocket message": [
        "A long frame is refused because of its length",
        "test_a_message_that_never_ends_is_rejected", "test_a_message_in_endless_parts_is_rejected"],
    "a browser that reads slowly": [
        "test_a_browser_that_does_not_read_is_disconnected",
        "test_a_stranger_that_does_not_read_a_response_is_disconnected"],
    "a stranger: no valid token, cookie or folder key yet": [
        "test_700_strangers_keep_out_neither_health_nor_the_token",
        "test_strangers_that_always_return_keep_out_neither_health_nor_the_token",
        "test_the_oldest_stranger_is_closed_first",
        "test_strangers_in_a_tls_handshake_are_limited",
        "test_a_stranger_does_not_keep_its_connection"],
    "connections": [
        "test_connections_with_a_folder_key_do_not_exceed_the_total",
        "test_many_connections_do_not_end_a_download_with_the_token"],
    "fairness": ["test_a_connection_waits_only_for_a_few_requests_of_another"],
    "browsers": ["test_browsers_do_not_exceed_the_limit"],
    "commands that wait for the daemon": [
        "test_surplus_requests_of_a_browser_without_the_token_are_refused"],
    "replies that wait for the browser": ["test_browsers_that_do_not_read_take_little_memory"],
    "the search for [files](#which-files-are-served)": [
        "test_requests_without_the_token_cause_few_file_searches"],
    "the daemon's time": ["test_browsers_without_the_token_cause_few_requests_to_the_daemon"],
}

#: The tests for limits outside of the tables, by a part of their sentence.
SENTENCES = {
    "serves 64 browsers, at most 48 of them watch-only": ["test_browsers_do_not_exceed_the_limit"],
    "after ten from one address (of IPv6, one /64 network)": [
        "test_wrong_tokens_are_throttled_and_logged_once",
        "test_wrong_tokens_from_any_number_of_networks_keep_no_browser_out"],
    "Without a free file, pagerview closes the oldest stranger": [
        "test_a_shortage_of_descriptors_is_reported_once_and_ends"],
    "Only regular files of at most 256 MiB": [
        "test_a_picture_of_200_mb_is_shown_and_a_larger_file_is_refused"],
    "receives what the pages show, from a list of categories and members": [
        "test_an_audience_receives_nothing_private"],
}

TEXT = (ROOT / "docs" / "reference" / "VIEWER.md").read_text()


def test_each_promised_limit_has_a_test():
    section = TEXT.split("### Limits")[1].split("### Remaining risks")[0]
    rows = re.findall(r"^\| ([^|]+?) \|", section, re.MULTILINE)
    assert sorted(set(rows) - {"of a connection", "resource"}) == sorted(LIMITS)
    for sentence in SENTENCES:
        assert sentence in TEXT, sentence
    files = [*(ROOT / "Tests").glob("ViewerTests/test_*.py"), *(ROOT / "Tests").glob("PagerViewerTests/*.swift")]
    tests = "".join(file.read_text() for file in files)
    for name in sum([*LIMITS.values(), *SENTENCES.values()], []):
        assert f"def {name}(" in tests or f"func `{name}`(" in tests, name


def test_a_browser_that_does_not_read_is_disconnected(daemon, open_view):
    def watching():
        text = ask(open_view, "/metrics", Authorization=f"Bearer {open_view.token}")[2].decode()
        return 'pagerview_browsers{right="watch"} 1' in text

    with WebSocket(open_view) as browser:
        browser.send(json.dumps({"token": ""}))
        browser.message()
        assert watching()
        numbers = itertools.count()

        def has_ended():
            # An equal content would cause no event.
            daemon("controller.update", id="4-note", content={
                "type": "text/plain", "body": f"{next(numbers)} {'x' * 900_000}"})
            return not watching()

        eventually(has_ended, "the viewer ends the connection")
