"""An operator changes the book at /operate, and the book's file, git and the wall see the same."""

import os
import resource
import subprocess
from pathlib import Path

import pytest
from conftest import until
from programs import PATIENCE, PROGRAMS, Daemon, View, eventually
from test_accessibility import LARGE, PHONE, check, everywhere

BOOK = """\
# The wall of the foyer
pager:
  id: book
  autoAdvance: 3600   # an hour
  pages:
    # the daily menu
    - {id: menu, title: "Menu: today", content: {type: text/plain, body: Soup}}
    - map.md   # drawn by hand
    - id: news
      title: News
      schedule: {hours: "00:00-24:00"}   # always
      content: {type: text/plain, body: Rain}
"""


class Wall:
    """A daemon that follows a book, and a pagerview that may change it."""

    def __init__(self, folder, book="wall.yaml", edit=True, **more):
        self.folder, self.path = folder, folder / book
        self.daemon = Daemon("--book", str(self.path))
        self.follower = subprocess.Popen(
            [PROGRAMS / "pagerctl", "apply", str(self.path), "--watch"],
            env=self.daemon.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.view = View(self.daemon, "--book", str(self.path), *(["--edit", str(folder)] if edit else []), **more)
        lines = [line.split()[1] for line in self.view.said if line.startswith("operate ")]
        self.address = lines[0] if edit else f"{self.view.origin}/operate#token={self.view.token}"

    @property
    def pages(self):
        return self.daemon("controller.get", id="book")["pages"]

    def stop(self):
        self.follower.terminate()
        self.follower.wait(PATIENCE)
        self.view.stop()
        self.daemon.stop()


@pytest.fixture
def make_wall(tmp_path):
    walls = []

    def make(files=None, **options):
        folder = tmp_path / "book"
        folder.mkdir()
        for name, text in (files or {"wall.yaml": BOOK, "map.md": "# Map"}).items():
            (folder / name).write_text(text)
        walls.append(Wall(folder, **options))
        return walls[-1]

    yield make
    for wall in walls:
        wall.stop()


@pytest.fixture
def operate(browse):
    """Returns a function that opens the operator's page of a wall."""
    def open_page(wall, **options):
        page = browse(wall.address, **{"viewport": LARGE, **options})
        page.locator(".pages > li").first.wait_for()
        return page
    return open_page


def saved(page):
    page.get_by_text("Saved in").wait_for()


def edit(page, **change):
    """Sends a change of the present state, and returns why it is refused, or None."""
    return page.evaluate("""async (change) => {
        for (;;) {
            const { version } = link.book;
            try {
                await link.send('edit', { version, ...change });
                return null;
            } catch ({ message }) {
                if (!message.includes('has changed meanwhile')) return message;
            }
            for (link.ask(); link.book.version === version;) await new Promise(requestAnimationFrame);
        }
    }""", change)


def upload(page, name, size=4, data="QUJDRA==", at=0, **more):
    return page.evaluate("""part => link.send('upload', part).then(() => null, (error) => error.message)""",
                         {"name": name, "size": size, "data": data, "at": at, "list": "book", **more})


def test_a_page_that_is_switched_off_leaves_the_wall_and_all_other_bytes_stay(make_wall, operate):
    wall = make_wall()
    page = operate(wall)
    page.get_by_label("Map: on").uncheck()
    saved(page)
    assert wall.path.read_text() == BOOK.replace("- map.md ", "- {file: map.md, enabled: false} ")
    eventually(lambda: wall.pages == ["menu", "news"])
    page.locator("li.off").wait_for()
    page.get_by_label("Map: on").check()
    eventually(lambda: wall.pages == ["menu", "map", "news"])
    assert "{file: map.md, enabled: true}   # drawn by hand" in wall.path.read_text()


def test_possible_durations_are_written_as_numbers_and_removed_again(make_wall, operate):
    wall = make_wall()
    page = operate(wall)
    seconds = page.get_by_label("News: seconds on screen")
    seconds.fill("0.1")
    seconds.press("Enter")
    page.get_by_text("must be longer than the page change").wait_for()
    assert wall.path.read_text() == BOOK
    until(page, "document.querySelector('[aria-label=\"News: seconds on screen\"]').value === ''")
    seconds.fill("12.5")
    seconds.press("Enter")
    saved(page)
    expected = BOOK.replace("      schedule: {hours: \"00:00-24:00\"}   # always\n",
                            "      schedule: {hours: \"00:00-24:00\"}   # always\n", 1)
    assert "duration: 12.5\n" in wall.path.read_text()
    eventually(lambda: wall.daemon("controller.get", id="news")["dwellTime"] == 12.5)
    seconds.fill("")
    seconds.press("Enter")
    eventually(lambda: wall.path.read_text() == expected)
    every = page.get_by_label("Turn the page every")
    every.fill("30")
    every.press("Enter")
    eventually(lambda: "autoAdvance: 30   # an hour" in wall.path.read_text())


def test_changes_that_follow_each_other_faster_than_answers_are_all_saved(make_wall, operate):
    wall = make_wall()
    page = operate(wall)
    page.evaluate("""() => {
        for (const id of ['menu', 'map']) document.querySelector(`[data-page=${id}] input[type=checkbox]`).click();
        for (const one of ['.advance', '[data-page=news]']) {
            const field = document.querySelector(`${one} .seconds`);
            field.value = '30';
            field.dispatchEvent(new Event('change'));
        }
    }""")
    eventually(lambda: wall.pages == ["news"])
    eventually(lambda: "autoAdvance: 30   # an hour" in wall.path.read_text())
    eventually(lambda: "duration: 30\n" in wall.path.read_text())
    eventually(lambda: page.locator("li.off").count() == 2)
    page.get_by_label("Menu: today: on").check()
    page.evaluate("""() => {
        const [up, down] = document.querySelectorAll('[data-page=map] .step');
        down.click();
        up.click();
    }""")
    eventually(lambda: wall.pages == ["menu", "news"])
    page.get_by_label("Map: on").check()
    eventually(lambda: wall.pages == ["menu", "map", "news"])


def test_a_refused_change_leaves_what_is_typed_elsewhere(make_wall, operate):
    wall = make_wall()
    page = operate(wall)
    page.evaluate("""() => {
        const [every, news] = ['.advance .seconds', '[data-page=news] .seconds'].map((one) => document.querySelector(one));
        news.value = '0.1';
        news.dispatchEvent(new Event('change'));
        every.focus();
        every.select();
        document.execCommand('insertText', false, '45');
    }""")
    page.get_by_text("must be longer than the page change").wait_for()
    assert page.get_by_label("News: seconds on screen").input_value() == ""
    every = page.get_by_label("Turn the page every")
    assert every.input_value() == "45" and every.evaluate("(field) => field === document.activeElement")
    every.press("Enter")
    eventually(lambda: "autoAdvance: 45   # an hour" in wall.path.read_text())
    # A field that was left as it had been follows the book again.
    every.press("Backspace")
    every.press("5")
    every.blur()
    wall.path.write_text(wall.path.read_text().replace("autoAdvance: 45", "autoAdvance: 50"))
    eventually(lambda: every.input_value() == "50")


def order(page):
    return page.evaluate("[...document.querySelectorAll('.pages > li')].map((one) => one.dataset.page)")


def test_pages_are_sorted_by_buttons_and_by_dragging_with_their_comments(make_wall, operate):
    wall = make_wall()
    page = operate(wall)
    button = page.get_by_label("Menu: today: move down")
    button.focus()
    page.keyboard.press("Enter")
    saved(page)
    eventually(lambda: wall.pages == ["map", "menu", "news"])
    assert wall.path.read_text().index("map.md") < wall.path.read_text().index("# the daily menu")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Menu: today: move down"
    grip = page.locator("li[data-page=news] .grip").bounding_box()
    target = page.locator("li[data-page=map]").bounding_box()
    page.mouse.move(grip["x"] + 10, grip["y"] + 10)
    page.mouse.down()
    page.mouse.move(grip["x"] + 10, target["y"] + target["height"], steps=8)
    page.mouse.move(grip["x"] + 10, target["y"] + 2, steps=8)
    page.mouse.up()
    eventually(lambda: wall.pages == ["news", "map", "menu"])
    assert order(page) == ["news", "map", "menu"]
    assert sorted(wall.path.read_text().splitlines()) == sorted(BOOK.splitlines())


def test_the_order_of_a_folder_is_written_to_a_list_of_pages(make_wall, operate):
    wall = make_wall({"a.md": "# A", "b.md": "# B"}, book=".")
    page = operate(wall)
    page.get_by_label("B: move up").click()
    eventually(lambda: wall.pages == ["b", "a"])
    assert (wall.folder / "pages.yaml").read_text() == "pages:\n- b.md\n- a.md\n"
    page.locator("#files").set_input_files({"name": "c.md", "mimeType": "text/markdown", "buffer": b"# C"})
    eventually(lambda: wall.pages == ["b", "a", "c"])
    assert (wall.folder / "c.md").read_text() == "# C"


def test_only_the_token_for_editing_changes_the_book(make_wall, operate, browse):
    wall = make_wall()
    page = operate(wall)
    assert edit(page, enable="news", value=True) is None
    commander = browse(f"{wall.view.origin}/operate#token={wall.view.token}", viewport=LARGE)
    commander.get_by_text("To change the pages, open the address").wait_for()
    assert commander.get_by_label("News: on").is_disabled()
    assert commander.locator("#upload").is_hidden()
    assert "may not change the book" in edit(commander, enable="news", value=False)
    assert "may not change the book" in upload(commander, "x.png")
    assert wall.path.read_text() == BOOK and not (wall.folder / "x.png").exists()
    commander.get_by_label("News: show now").click()
    eventually(lambda: wall.daemon("controller.get", id="book")["selected"] == "news")
    [watch] = [line.split()[1] for line in wall.view.said if line.startswith("watch ")]
    watcher = browse(watch.replace("/#", "/operate#"), viewport=LARGE)
    watcher.evaluate("viewer.link.send({ book: '' })")
    until(watcher, "viewer.link.mayCommand === false")
    assert watcher.locator("#alarm").is_disabled()


def test_without_the_option_nothing_is_written(make_wall, operate):
    wall = make_wall(edit=False)
    page = operate(wall)
    page.get_by_text("start pagerview with --edit").wait_for()
    assert page.get_by_label("News: on").is_disabled()
    assert "start it with --edit" in edit(page, enable="news", value=False)
    assert "start it with --edit" in upload(page, "x.png")
    assert wall.path.read_text() == BOOK


def test_a_change_of_an_older_state_undoes_no_other(make_wall, operate):
    wall = make_wall()
    pages = [operate(wall), operate(wall)]

    def send(page, version):
        return page.evaluate("""version => link.send('edit', { version, enable: 'menu', value: false })
            .then(() => null, (error) => error.message)""", version)

    versions = [page.evaluate("link.book.version") for page in pages]
    problems = [send(page, version) for page, version in zip(pages, versions)]
    assert problems[0] is None and "has changed meanwhile" in problems[1]
    pages[1].locator("li[data-page=menu].off").wait_for()
    version = pages[0].evaluate("link.book.version")
    changed = wall.path.read_text().replace("News", "Latest news")
    wall.path.write_text(changed)
    assert "has changed meanwhile" in send(pages[0], version)
    assert wall.path.read_text() == changed
    pages[0].get_by_text("Latest news").first.wait_for()


#: Runs pagerview with a book on a small disk of its own.
SMALL_DISK = """#!/bin/sh
exec unshare --mount --propagation private sh -c '
    cp -r {folder} {folder}.source && mount -t tmpfs -o size=64k none {folder} &&
    cp {folder}.source/* {folder} && exec {program} "$@"' x "$@"
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount a disk")
def test_a_disk_without_space_leaves_the_old_files(make_wall, operate, tmp_path):
    program = tmp_path / "pagerview"
    program.write_text(SMALL_DISK.format(folder=tmp_path / "book", program=PROGRAMS / "pagerview"))
    program.chmod(0o700)
    wall = make_wall(program=program)
    disk = Path(f"/proc/{wall.view.process.pid}/root{wall.folder}")
    page = operate(wall)
    with pytest.raises(OSError), (disk / "full.md").open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))
    names = sorted(path.name for path in disk.iterdir())
    assert "the disk is full" in edit(page, enable="news", value=False)
    assert "the disk is full" in upload(page, "x.txt", size=12000, data="QUJD" * 4000)
    assert sorted(path.name for path in disk.iterdir()) == names
    assert (disk / "wall.yaml").read_text() == BOOK
    (disk / "full.md").unlink()
    assert edit(page, enable="news", value=False) is None


def test_files_that_cannot_be_stored_are_refused_and_leave_nothing(make_wall, operate):
    wall = make_wall()
    page = operate(wall)

    def names():
        return sorted(path.name for path in wall.folder.iterdir())

    for name in ["../x.png", "/tmp/x.png", ".x", "wall.yaml", "pages.yaml", "a\nb", ""]:
        assert upload(page, name), name
    # A limit of the size of files, as if the disk was full.
    resource.prlimit(wall.view.process.pid, resource.RLIMIT_FSIZE, (200, -1))
    assert "the disk is full" in edit(page, enable="news", value=False)
    assert "the disk is full" in upload(page, "x.txt", size=300, data="QUJD" * 100)
    resource.prlimit(wall.view.process.pid, resource.RLIMIT_FSIZE, (-1, -1))
    assert wall.path.read_text() == BOOK
    # Parts that do not fit together.
    assert "256 MiB" in upload(page, "x.bin", size=257 << 20)
    assert "is missing" in upload(page, "x.bin", at=4)
    assert "is missing" in upload(page, "x.bin", size=3)
    assert names() == ["map.md", "wall.yaml"]
    assert upload(page, "x.bin", size=8) is None
    assert "is missing" in upload(page, "x.bin", size=8, at=2)
    assert edit(page, enable="news", value=False) is None
    assert upload(page, "y.bin", size=8) is None
    page.close()
    eventually(lambda: names() == ["map.md", "wall.yaml"])


def test_a_file_is_added_as_a_page_and_replaced_only_if_the_operator_says_so(make_wall, operate):
    wall = make_wall()
    page = operate(wall)
    files = page.locator("#files")
    plan = {"name": "plan.md", "mimeType": "text/markdown", "buffer": b"# Plan"}
    files.set_input_files(plan)
    page.get_by_text("plan.md is stored.").wait_for()
    assert wall.path.read_text() == BOOK + "    - plan.md\n"
    eventually(lambda: wall.pages == ["menu", "map", "news", "plan"])
    files.set_input_files({**plan, "buffer": b"# Plan B"})
    page.get_by_role("button", name="Keep the old file").click()
    page.get_by_text("plan.md is kept as it was.").wait_for()
    assert (wall.folder / "plan.md").read_text() == "# Plan"
    files.set_input_files({**plan, "buffer": b"# Plan B"})
    page.get_by_role("button", name="Replace", exact=True).click()
    page.get_by_text("plan.md is stored.").wait_for()
    assert (wall.folder / "plan.md").read_text() == "# Plan B"
    assert wall.path.read_text() == BOOK + "    - plan.md\n"


def test_the_times_of_a_page_are_changed_in_the_book(make_wall, operate):
    wall = make_wall()
    page = operate(wall)
    dialog = page.get_by_role("dialog", name="When the page is shown")

    def open_times(title):
        page.get_by_role("button", name=f"{title}: times").click()
        dialog.wait_for()
        return dialog.get_by_label

    field = open_times("Menu: today")
    check(page)
    for day in ("Sat", "Sun"):
        field(day).uncheck()
    field("Hours").fill("08:00-12:00, 13:00-25:00")
    dialog.get_by_role("button", name="Save").click()
    # The dialog stays open with a mistake.
    dialog.get_by_role("alert").get_by_text("hours").wait_for()
    assert wall.path.read_text() == BOOK
    field("Hours").fill("08:00-12:00, 13:00-17:00")
    field("Time zone").fill("Europe/Berlin")
    dialog.get_by_role("button", name="Save").click()
    dialog.wait_for(state="hidden")
    schedule = (', schedule: {days: [mon, tue, wed, thu, fri], hours: ["08:00-12:00", "13:00-17:00"],'
                " timeZone: 'Europe/Berlin'}}")
    text = wall.path.read_text()
    assert text == BOOK.replace("body: Soup}}", "body: Soup}" + schedule), text
    page.get_by_text("mon, tue, wed, thu, fri · 08:00-12:00, 13:00-17:00").wait_for()
    # The dialog shows what the book says.
    field = open_times("Menu: today")
    assert field("Fri").is_checked() and not field("Sat").is_checked()
    assert field("Time zone").input_value() == "Europe/Berlin"
    dialog.get_by_role("button", name="Cancel").click()
    field = open_times("News")
    assert field("Hours").input_value() == "00:00-24:00" and field("Mon").is_checked()
    dialog.get_by_role("button", name="Always").click()
    dialog.wait_for(state="hidden")
    # Its comment stays.
    assert "title: News\n         # always\n      content" in wall.path.read_text()
    eventually(lambda: "news" in wall.pages)


def test_an_alarm_covers_the_wall_until_the_operator_ends_it(make_wall, operate, browse):
    wall = make_wall()
    screen = browse(f"{wall.view.origin}/?name=Hall#token={wall.view.token}")
    page = operate(wall)
    for text in ["Please leave the building", "Use the stairs"]:
        page.get_by_role("button", name="Alarm …").click()
        page.get_by_role("textbox", name="Message").fill(text)
        page.get_by_role("button", name="Show the alarm").click()
        screen.locator(".view.page", has_text=text).wait_for()
    page.get_by_text("An alarm is shown in main.").wait_for()
    check(page)
    assert len(wall.daemon("state.snapshot")["controllers"]) == 5
    page.get_by_role("button", name="End the alarm").click()
    page.locator("#alarm-bar").wait_for(state="hidden")
    eventually(lambda: len(wall.daemon("state.snapshot")["controllers"]) == 4)
    page.locator("#screens").get_by_text("Hall", exact=True).wait_for()


def test_an_alarm_with_a_time_limit_ends_without_the_operator(make_wall, operate):
    wall = make_wall()
    page = operate(wall)
    page.get_by_role("button", name="Alarm …").click()
    page.get_by_role("textbox", name="Message").fill("Fire drill")
    page.get_by_role("spinbutton", name="For seconds").fill("1")
    page.get_by_role("button", name="Show the alarm").click()
    until(page, "viewer.state.isAlarm('alarm-main')")
    page.close()
    eventually(lambda: not any(
        record["presentingViewController"] for record in wall.daemon("state.snapshot")["controllers"]))
    # What is left of it goes with the next one.
    page = operate(wall)
    page.get_by_role("button", name="Alarm …").click()
    page.get_by_role("button", name="Show the alarm").click()
    page.get_by_text("An alarm is shown in main.").wait_for()
    eventually(lambda: len(wall.daemon("state.snapshot")["controllers"]) == 5)
    # pagerctl ends it, and has one of the same form in its place.
    subprocess.run([PROGRAMS / "pagerctl", "alarm", "off"], check=True,
                   env=wall.daemon.environment, stdout=subprocess.DEVNULL)
    page.locator("#alarm-bar").wait_for(state="hidden")
    assert len(wall.daemon("state.snapshot")["controllers"]) == 4


def forms(wall):
    """Returns the controllers of an alarm, without their texts."""
    alarm = [record for record in wall.daemon("state.snapshot")["controllers"]
             if record["id"].startswith("alarm-")]
    for record in alarm:
        record.update(title=None, content=record["content"].get("alarm"))
    return alarm


def test_an_alarm_has_the_same_form_as_that_of_pagerctl_and_ends_that_one_too(make_wall, operate):
    wall = make_wall()
    wall.daemon("controller.create", id="sheet", kind="view")
    wall.daemon("modal.present", **{"from": "book"}, controller="sheet", style="pageSheet", animated=False)
    page = operate(wall)
    found = []

    def end():
        page.get_by_role("button", name="End the alarm").click()
        page.locator("#alarm-bar").wait_for(state="hidden")
        eventually(lambda: len(wall.daemon("state.snapshot")["controllers"]) == 5)

    for seconds in ("", "1000"):
        alarm = [PROGRAMS / "pagerctl", "alarm", "menu", *(["--for", seconds] if seconds else [])]
        subprocess.run(alarm, check=True, env=wall.daemon.environment, stdout=subprocess.DEVNULL)
        own = forms(wall)
        page.get_by_role("button", name="Alarm …").click()
        page.get_by_role("spinbutton", name="For seconds").fill(seconds)
        page.get_by_role("button", name="Show the alarm").click()
        page.get_by_text("The alarm is shown.").wait_for()
        assert forms(wall) == own
        found.append(len(own))
        end()
        subprocess.run(alarm, check=True, env=wall.daemon.environment, stdout=subprocess.DEVNULL)
        end()
    assert found == [1, 3]


@pytest.mark.parametrize(("manner", "resumed"), [("stop", []), ("pause", ["pager.resume"])])
def test_an_alarm_resumes_a_pager_unless_a_visitor_has_stopped_it(make_wall, operate, manner, resumed):
    wall = make_wall()
    wall.daemon("controller.update", id="book", autoAdvanceOnInteraction=manner)
    wall.daemon("pager.next", id="book", user=True, animated=False)
    assert wall.daemon("controller.get", id="book")["autoAdvanceHeld"]
    wall.daemon("controller.create", id="sheet", kind="view")
    wall.daemon("modal.present", **{"from": "book"}, controller="sheet", style="pageSheet", animated=False)
    page = operate(wall)
    page.get_by_role("button", name="Alarm …").click()
    page.get_by_role("button", name="Show the alarm").click()
    page.get_by_text("The alarm is shown.").wait_for()
    (alarm,) = forms(wall)
    assert [one["method"] for one in (alarm.get("on") or {}).get("viewDidDisappear", [])] == resumed


def has_shape(page, selector, shape):
    """Waits until an element has a shape: its width by its height."""
    until(page, """([selector, shape]) => {
        const { width, height } = document.querySelector(selector).getBoundingClientRect();
        return height > 0 && Math.abs(width / height - shape) < 0.05;
    }""", [selector, shape])


def test_small_pictures_have_the_shape_of_the_largest_screen_and_those_of_screens_their_own(
        make_wall, operate, browse):
    wall = make_wall()
    page = operate(wall)
    # The default window is that of a phone.
    has_shape(page, "#stage", 390 / 844)
    large, small = {"width": 1600, "height": 900}, {"width": 300, "height": 600}
    for name, size in (("Hall", large), ("Stairs", small)):
        browse(f"{wall.view.origin}/?name={name}#token={wall.view.token}", viewport=size)
        page.locator("#screens").get_by_text(name, exact=True).wait_for()
    for selector in ("#stage", ".pages .stage"):
        has_shape(page, selector, 16 / 9)
    names = page.locator("#screens b").all_inner_texts()
    has_shape(page, f"#screens li:nth-child({names.index('Hall') + 1}) .stage", 16 / 9)
    has_shape(page, f"#screens li:nth-child({names.index('Stairs') + 1}) .stage", 1 / 2)


def test_the_list_says_which_page_cannot_be_shown_and_why(make_wall, operate):
    wall = make_wall()
    page = operate(wall)
    page.locator("#files").set_input_files(
        {"name": "plan.docx", "mimeType": "application/zip", "buffer": b"PK\0\0"})
    page.locator("li[data-page=plan]").get_by_text("a file of the type application/octet-stream is not shown here").last.wait_for()
    assert page.locator("li[data-page=map] .failed").is_hidden()


def test_the_pages_stay_while_the_book_has_a_mistake_and_no_one_changes_them(make_wall, operate):
    wall = make_wall()
    page = operate(wall)
    wall.path.write_text(BOOK + "    - [\n")
    page.get_by_text("The book is not read").wait_for()
    assert order(page) == ["menu", "map", "news"]
    assert page.get_by_label("News: on").is_disabled()
    wall.path.write_text(BOOK)
    until(page, "!document.querySelector('[aria-label=\"News: on\"]').disabled")


def test_a_wall_does_not_turn_every_zero_seconds(make_wall, operate):
    wall = make_wall()
    page = operate(wall)
    every = page.get_by_label("Turn the page every")
    every.fill("0")
    every.press("Enter")
    page.get_by_text("autoAdvance: must be above 0").wait_for()
    until(page, "document.querySelector('.advance input').value === '3600'")
    assert wall.path.read_text() == BOOK


def test_the_end_of_an_alarm_is_in_sight_wherever_the_page_is_scrolled(make_wall, operate):
    page = operate(make_wall(), viewport=PHONE)
    page.get_by_role("button", name="Alarm …").click()
    page.get_by_role("button", name="Show the alarm").click()
    page.locator("#alarm-off").wait_for()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert page.evaluate("""() => {
        const { x, y } = document.getElementById('alarm-off').getBoundingClientRect();
        return scrollY > 0 && document.elementFromPoint(x + 5, y + 5)?.id === 'alarm-off';
    }""")


def test_the_page_says_that_the_wall_does_not_follow_the_book(make_wall, operate):
    wall = make_wall()
    wall.follower.terminate()
    wall.follower.wait(PATIENCE)
    page = operate(wall)
    page.get_by_label("Map: on").uncheck()
    page.get_by_text("The wall shows other pages than the book").wait_for()


def test_the_page_has_no_violation_and_needs_no_scrolling_to_the_side(make_wall, operate):
    page = operate(make_wall())
    for size in (LARGE, PHONE):
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for width in (320, 390, 1090, 1200, 1400):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        # A title has the space for a long word.
        narrowest = page.evaluate("Math.min(...[...document.querySelectorAll('.about')].map((one) => one.clientWidth))")
        assert narrowest >= 140, (width, narrowest)
    everywhere(page)
    for button in ("Alarm …", "Map: times"):
        page.get_by_role("button", name=button).click()
        everywhere(page)
        page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
