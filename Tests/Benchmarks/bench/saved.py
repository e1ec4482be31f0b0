"""Reads and writes the files of saved runs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .figures import Row
from .machine import ROOT
from .scale.curves import Curve

FOLDER = ROOT / ".build-bench"


def write(
    path: Path, head: dict[str, str], rows: Sequence[Row], curves: Sequence[Curve] = ()
) -> None:
    """Writes the whole run."""
    path.parent.mkdir(parents=True, exist_ok=True)
    data: dict[str, Any] = {"version": 1, **head, "rows": [row.as_json() for row in rows]}
    if curves:
        data["curves"] = [curve.as_json() for curve in curves]
    path.write_text(json.dumps(data, indent=1) + "\n")


def read(path: Path) -> tuple[dict[str, str], list[Row]]:
    """Returns the head and the rows."""
    data = json.loads(path.read_text())
    if data.pop("version", None) != 1:
        raise ValueError(f"{path} is not a saved run of these benchmarks: its version is not 1")
    data.pop("curves", None)
    rows = [Row.from_json(row) for row in data.pop("rows")]
    return data, rows


def default_path(commit: str, kind: str = "measure") -> Path:
    """Returns the default file for a run of a commit."""
    return FOLDER / f"{'bench' if kind == 'measure' else kind}-{commit}.json"
