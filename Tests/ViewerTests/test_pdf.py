"""Talks and PDF: the export through Chromium, a PDF as a book, a folder of pictures."""

import os
import subprocess

import pytest
from conftest import until
from PIL import Image
from programs import PROGRAMS, needs, serving

TALK = """---
title: A talk
size: {width: 960, height: 540}
theme: {base: night, incremental: true}
---
# The beginning

<!-- notes: secret -->

- one item
- another

---

# The end
"""


#: What the tests need, and the error of pagerview without it.
NEEDS = (
    (needs.POPPLER, "install poppler-utils"),
    (needs.SANDBOX, "Chromium is missing"),
    (needs.SANDBOX, "Chromium has ended"),
)


def pagerview(*words, path=None):
    environment = dict(os.environ) | ({"PATH": path} if path is not None else {})
    done = subprocess.run([PROGRAMS / "pagerview", *words], env=environment, text=True,
                          capture_output=True, timeout=300)
    # With another PATH, programs are missing on purpose.
    for need, problem in (() if path else NEEDS):
        if problem in done.stderr and need.reason:
            pytest.skip(need.reason)
    return done


def text_of(pdf, page):
    return subprocess.run(["pdftotext", "-f", str(page), "-l", str(page), pdf, "-"], check=True,
                          text=True, capture_output=True).stdout


@pytest.fixture
def talk(tmp_path):
    book = tmp_path / "talk.md"
    book.write_text(TALK)
    with serving(book) as (_, view):
        yield view


def test_a_talk_is_exported_as_a_pdf_and_imported_as_a_book(talk, tmp_path, browse):
    pdf, folder = tmp_path / "talk.pdf", tmp_path / "slides"
    # The path of the address does not matter: this is the address of the presenter's view.
    made = pagerview("export-pdf", f"{talk.origin}/presenter#token={talk.token}", str(pdf))
    assert made.returncode == 0, made.stderr
    first, second = text_of(pdf, 1), text_of(pdf, 2)
    # The PDF has all items as text, and no notes.
    assert "The beginning" in first and "another" in first and "secret" not in first
    assert "The end" in second
    described = subprocess.run(["pdfinfo", pdf], check=True, text=True, capture_output=True).stdout
    assert "Pages:           2\n" in described and "720 x 40" in described
    made = pagerview("make-book", str(pdf), "--folder", str(folder))
    assert made.returncode == 0, made.stderr
    with serving(folder / "book.yaml") as (daemon, view):
        page = browse(f"{view.origin}/presenter#token={view.token}", viewport={"width": 1280, "height": 760})
        page.get_by_text("Slide 1 of 2").wait_for()
        until(page, "document.querySelector('#stage img')?.naturalWidth > 0")
        assert daemon("controller.get", id="slide-1")["title"] == "The beginning"
        assert daemon("window.get", id="main")["size"] == {"width": 720, "height": pytest.approx(405, abs=1)}
        # Slides are SVG, so lines and letters are sharp at any size.
        assert (folder / "01.svg").read_text().startswith("<?xml")


def test_a_file_that_is_not_a_pdf_is_refused(tmp_path):
    (tmp_path / "slides.pdf").write_text("just text")
    ended = pagerview("make-book", str(tmp_path / "slides.pdf"))
    assert ended.returncode == 64 and "slides.pdf is not a PDF: %PDF- is missing" in ended.stderr
    assert not (tmp_path / "slides").exists()
    ended = pagerview("make-book", str(tmp_path / "nosuch.pdf"))
    assert ended.returncode == 64 and "cannot be read: No such file" in ended.stderr
    os.mkfifo(tmp_path / "pipe.pdf")
    ended = pagerview("make-book", str(tmp_path / "pipe.pdf"))
    assert ended.returncode == 64 and "pipe.pdf is not a file" in ended.stderr


def test_a_damaged_pdf_is_reported(tmp_path):
    (tmp_path / "slides.pdf").write_bytes(b"%PDF-1.7\n" + b"\0" * 5000)
    ended = pagerview("make-book", str(tmp_path / "slides.pdf"))
    assert ended.returncode == 64 and "failed; this command shows why:\n  pdfinfo " in ended.stderr
    assert not (tmp_path / "slides").exists()


def test_missing_programs_are_reported(tmp_path, talk):
    (tmp_path / "slides.pdf").write_bytes(b"%PDF-1.7\n")
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "timeout").symlink_to("/usr/bin/timeout")
    ended = pagerview("make-book", str(tmp_path / "slides.pdf"), path=str(programs))
    assert ended.returncode == 64 and "install poppler-utils" in ended.stderr
    ended = pagerview("export-pdf", talk.address, str(tmp_path / "out.pdf"), path=str(programs))
    assert ended.returncode == 64 and "Chromium is missing; install it" in ended.stderr


def test_a_browser_that_ends_at_once_is_reported(tmp_path, talk):
    browser = tmp_path / "chromium"
    browser.write_text("#!/bin/sh\nexit 1\n")
    browser.chmod(0o700)
    for _ in range(20):
        ended = pagerview("export-pdf", talk.address, str(tmp_path / "out.pdf"),
                          path=f"{tmp_path}:/usr/bin:/bin")
        assert ended.returncode == 64 and "Chromium has ended" in ended.stderr
    assert not (tmp_path / "out.pdf").exists()


def test_an_export_does_not_overwrite_an_existing_file(tmp_path, talk):
    (tmp_path / "out.pdf").write_text("mine")
    ended = pagerview("export-pdf", talk.address, str(tmp_path / "out.pdf"))
    assert ended.returncode == 64 and "out.pdf exists" in ended.stderr
    assert (tmp_path / "out.pdf").read_text() == "mine"


def test_an_export_with_a_wrong_token_is_refused(tmp_path, talk):
    ended = pagerview("export-pdf", f"{talk.origin}/#token=wrong", str(tmp_path / "out.pdf"))
    assert ended.returncode == 64 and "The token of this address is wrong" in ended.stderr
    assert not (tmp_path / "out.pdf").exists()


def test_a_folder_of_pictures_is_shown_as_a_talk(tmp_path, browse):
    for number, colour in ((2, "red"), (10, "blue")):
        Image.new("RGB", (64, 36), colour).save(tmp_path / f"{number}.png")
    with serving(tmp_path) as (_, view):
        page = browse(f"{view.origin}/presenter#token={view.token}", viewport={"width": 1280, "height": 760})
        page.get_by_text("Slide 1 of 2").wait_for()
        until(page, "document.querySelector('#next-slide img')?.src.endsWith('10.png')")
        page.get_by_role("button", name="Next ›").click()
        page.get_by_text("Slide 2 of 2").wait_for()


def pdf(path, pages=2, extra=b"", trailer=b"", rows=0):
    """Writes a PDF with a line of text, and more rows, on each page."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>",
               b"<< /Type /Pages /Count %d /Kids [%s] >>" % (
                   pages, b" ".join(b"%d 0 R" % (4 + 2 * page) for page in range(pages))),
               b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    for page in range(pages):
        text = b"BT /F 40 Tf 40 100 Td (Page %d) Tj /F 3 Tf 4 TL %s ET" % (
            page + 1, b" ".join(b"T* (Row %d of %d has some words.) Tj" % (row, page) for row in range(rows)))
        objects += [b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 320 180] /Contents %d 0 R"
                    b" /Resources << /Font << /F 3 0 R >> >> >>" % (5 + 2 * page),
                    b"<< /Length %d >>\nstream\n%s\nendstream" % (len(text), text)]
    objects += [extra] if extra else []
    data, places = b"%PDF-1.4\n", []
    for number, text in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, text)
    start = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    data += b"".join(b"%010d 00000 n \n" % place for place in places)
    data += b"trailer << /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1, trailer, start)
    path.write_bytes(data)


@pytest.mark.skipif(bool(needs.POPPLER.reason), reason=needs.POPPLER.reason or "")
def test_a_pdf_is_a_book(tmp_path, browse):
    path = tmp_path / "talk.pdf"
    pdf(path)
    with serving(path) as (daemon, view):
        page = browse(view.address)
        until(page, "document.querySelector('img.picture')?.naturalWidth > 0")
        assert daemon("controller.get", id="slide-1")["title"] == "Page 1"
    # It is made again only when the PDF has changed.
    made = (tmp_path / "talk" / "01.svg").stat().st_mtime_ns
    with serving(path):
        assert (tmp_path / "talk" / "01.svg").stat().st_mtime_ns == made
    pdf(path, pages=3)
    with serving(path) as (daemon, view):
        assert daemon("controller.get", id="slide-3")["title"] == "Page 3"


@pytest.mark.skipif(bool(needs.POPPLER.reason), reason=needs.POPPLER.reason or "")
def test_the_slides_of_a_pdf_stay_until_the_new_ones_are_complete(tmp_path):
    path, folder = tmp_path / "talk.pdf", tmp_path / "talk"
    book = folder / "book.yaml"

    def validate():
        return subprocess.run([PROGRAMS / "pagerd", "validate", path], text=True, capture_output=True)

    def files():
        return {file.name: file.read_bytes() for file in folder.iterdir()}

    pdf(path, pages=2)
    assert validate().returncode == 0
    (folder / ".DS_Store").write_text("of the user")
    before = files()
    later = book.stat().st_mtime + 5
    path.write_bytes(b"%PDF-1.4 a copy that is not complete")
    os.utime(path, (later, later))
    assert validate().returncode == 1 and files() == before
    pdf(path, pages=1)
    os.utime(path, (later, later))
    assert validate().returncode == 0
    assert set(files()) == {"01.svg", "book.yaml", ".DS_Store"}
    assert sorted(tmp_path.iterdir()) == [folder, path]
    # A daemon shows what it has, and says so.
    path.write_bytes(b"%PDF-1.4 a copy that is not complete")
    os.utime(path, (later + 50, later + 50))
    with serving(path) as (daemon, _):
        assert daemon("controller.get", id="slide-1")["title"] == "Page 1"
        problem, = daemon("server.stats")["book"]["problems"]
        assert "talk.pdf" in problem and "the slides of its last good version are shown" in problem
    pdf(path, pages=1)
    os.utime(path, (later, later))
    # A book that the user has edited stays.
    book.write_text(book.read_text() + "# edited\n")
    os.utime(book, (later + 100, later + 100))
    os.utime(path, (later + 200, later + 200))
    done = validate()
    assert done.returncode == 1 and "book.yaml was edited after it had been made" in done.stdout + done.stderr
    assert "# edited" in book.read_text()


@pytest.mark.skipif(bool(needs.POPPLER.reason), reason=needs.POPPLER.reason or "")
def test_a_pdf_with_a_password_and_a_folder_with_other_files_are_refused(tmp_path):
    path = tmp_path / "secret.pdf"
    key = b"<" + b"5a" * 32 + b">"
    pdf(path, extra=b"<< /Filter /Standard /V 1 /R 2 /O %s /U %s /P -4 >>" % (key, key),
        trailer=b"/Encrypt 8 0 R /ID [<00> <00>]")

    def validate():
        done = subprocess.run([PROGRAMS / "pagerd", "validate", path], text=True, capture_output=True)
        assert done.returncode == 1
        return done.stdout + done.stderr

    assert "secret.pdf has a password; save it without one" in validate()
    assert "secret.pdf has a password" in pagerview("make-book", str(path)).stderr
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "mine.txt").write_text("x")
    assert "has other files; rename it" in validate()
    assert (tmp_path / "secret" / "mine.txt").exists()
