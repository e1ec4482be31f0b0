"""Tests of the command line."""

from __future__ import annotations

import pytest

from bench.__main__ import main
from bench.rows import GROUPS
from bench.scale import PARTS


@pytest.mark.parametrize(("what", "known"), [("measure", GROUPS), ("scale", PARTS)])
def test_an_unknown_group_ends_with_the_names_of_all_groups(
    what: str, known: dict[str, object], monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    first = next(iter(known))
    monkeypatch.setattr("sys.argv", ["bench", what, "--only", f"{first},nosuch"])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 64
    said = f"bench: --only nosuch: the groups are {', '.join(known)}\n"
    assert capsys.readouterr().err == said
