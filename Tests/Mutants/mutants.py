"""Compiles small faults into one copy of the sources, and tells which of them no test finds.

    mutants.py [FAULT...]     the numbers of some faults; without any, all

Each fault is switched on alone, and its suites run until one fails, each for two minutes at most.
Faults in Swift wait in the programs for the variable PAGERD_FAULT, so there is one build for all;
the other files are changed for as long as their suites run. The results are kept in
`.build-mutants/results-COMMIT.txt`, and an interrupted run goes on there.
"""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

from faults import FAULTS, NOTHING, Fault

ROOT = Path(__file__).resolve().parents[2]
COPY = ROOT / ".build-mutants"
VENV = ROOT / ".build/venv/bin/python"
#: Seconds that a suite may take with a fault. A suite that does not end has found it.
LONGEST = int(os.environ.get("LONGEST", "120"))

SWITCH = """\
@_silgen_name("getenv")
private func environment(_ name: UnsafePointer<CChar>) -> UnsafePointer<CChar>?
@_silgen_name("atoi") private func integer(_ text: UnsafePointer<CChar>) -> Int32

private let fault = unsafe environment("PAGERD_FAULT").map { unsafe integer($0) } ?? 0

/// Returns whether the fault is switched on.
public func isFaulty(_ number: Int32) -> Bool { fault == number }
"""


def copied() -> None:
    """Copies the files that Git does not ignore, with all faults of Swift files."""
    names = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, text=True, capture_output=True)
    faulty: dict[str, str] = {}
    for number, fault in enumerate(FAULTS, 1):
        if fault.file.endswith(".swift"):
            text = faulty.get(fault.file) or (ROOT / fault.file).read_text()
            faulty[fault.file] = changed(text, fault, switched(number, fault))
    for name, text in faulty.items():
        if "import PagerModel" not in text and "Sources/PagerModel" not in name:
            faulty[name] = f"internal import PagerModel\n{text}"
    faulty["Sources/PagerModel/Fault.swift"] = SWITCH
    present = set(names.stdout.split("\0"))
    for folder in ("Sources", "Tests", "Modules", "clients"):
        for path in (COPY / folder).rglob("*"):
            if path.is_file() and str(path.relative_to(COPY)) not in present:
                path.unlink()
    for name in present:
        if (source := ROOT / name).is_file():
            text = faulty.pop(name, "")
            written(COPY / name, text.encode() if text else source.read_bytes(), source)
    for name, text in faulty.items():
        written(COPY / name, text.encode(), ROOT / "Package.swift")


def written(path: Path, content: bytes, source: Path) -> None:
    """Writes a file, unless it is the same, so that nothing is built again for it."""
    if not path.exists() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        path.chmod(source.stat().st_mode)


def changed(text: str, fault: Fault, by: str) -> str:
    """The text of a file with the fault."""
    if (count := text.count(fault.code)) != 1:
        sys.exit(f"{fault.file} has {count} times: {fault.code}")
    return text.replace(fault.code, by)


def switched(number: int, fault: Fault) -> str:
    """The Swift code that has the fault while it is switched on."""
    switch = f"isFaulty({number})"
    code = fault.code.rstrip("\n")
    end = fault.code[len(code):]
    if "FAULT" in fault.fault:
        return fault.fault.replace("FAULT", switch) + end
    if fault.fault == NOTHING:
        return f"if !{switch} {{ {code} }}{end}"
    return f"({switch} ? ({fault.fault.rstrip()}) : ({code})){end}"


def run(suite: str, number: int) -> tuple[bool, str]:
    """Whether a suite finds the fault, and by what."""
    runner, what = suite.split(" ", 1)
    environment = {**os.environ, "PAGERD_FAULT": str(number)}
    folder = COPY
    if runner == "swift":
        command = ["swift", "test", "--skip-build", "--filter", what]
    else:
        folder = COPY / ("clients/python" if runner == "python" else "Tests/ViewerTests")
        environment |= {
            "PYTHONPATH": ".", "PAGERD": f"{COPY}/.build/debug/pagerd",
            "PAGERD_PROGRAMS": f"{COPY}/.build/debug"}
        command = [str(VENV), "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *what.split()]
    with subprocess.Popen(
            command, cwd=folder, env=environment, text=True, errors="replace",
            start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        try:
            output, _ = process.communicate(timeout=LONGEST)
        except subprocess.TimeoutExpired:
            # `swift test` runs the tests in a process group of their own.
            subprocess.run(["pkill", "-KILL", "-s", str(process.pid)], check=False)
            return True, f"{what} does not end"
    if process.returncode == 0:
        return False, ""
    found = re.search(r"^(?:✘ Test (.*?) recorded an issue|FAILED (.*?)(?: - |$))", output, re.M)
    if found:
        return True, found[1] or found[2]
    if "unexpected signal" in output:
        return True, f"{what} crashes"
    sys.exit(f"{suite} cannot run:\n{output[-2000:]}")


def tried(number: int) -> str:
    """Runs the suites of a fault; without a fault, of all. Returns the line of the table."""
    began = time.monotonic()
    suites = FAULTS[number - 1].suites if number else tuple(
        dict.fromkeys(suite for fault in FAULTS for suite in fault.suites))
    for suite in suites:
        is_found, test = run(suite, number)
        if is_found:
            break
    result = "found " if is_found else "MISSED"
    return f"{number:3} {result} {time.monotonic() - began:4.0f} s  {test}"


def main() -> None:
    numbers = [int(word) for word in sys.argv[1:]] or list(range(len(FAULTS) + 1))
    commit = subprocess.run(
        ["git", "rev-parse", "--short=8", "HEAD"], cwd=ROOT, check=True, text=True,
        capture_output=True).stdout.strip()
    results = COPY / f"results-{commit}.txt"
    copied()
    subprocess.run(["swift", "build", "--build-tests"], cwd=COPY, check=True)
    known = results.read_text() if results.exists() and not sys.argv[1:] else ""
    missed = 0
    for number in numbers:
        line = next((one for one in known.splitlines() if int(one.split()[0]) == number), None)
        if line is None:
            path = COPY / FAULTS[number - 1].file if number else None
            text = path.read_text() if path else ""
            if path and path.suffix != ".swift":
                path.write_text(changed(text, FAULTS[number - 1], FAULTS[number - 1].fault))
            line = tried(number)
            if path:
                path.write_text(text)
            with results.open("a") as table:
                print(line, file=table)
        print(line, FAULTS[number - 1].file if number else "no fault", flush=True)
        if number == 0 and "found" in line:
            sys.exit("the suites fail without a fault")
        missed += number > 0 and "MISSED" in line
    if missed:
        sys.exit(f"{missed} of {len(numbers)} faults were not found")


if __name__ == "__main__":
    main()
