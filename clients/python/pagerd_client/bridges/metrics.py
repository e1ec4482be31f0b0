"""The daemon's statistics in the text format of Prometheus."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ..core.forms import is_object
from ..core.spelling import snake

#: Members of `server.stats` that only grow until the daemon ends. All others are gauges.
_COUNTERS = {
    "requests", "refused", "published", "subscriptions", "droppedReplies", "overfullConnections",
    "refusedConnections", "stuckConnections", "ignoredSubscriptions", "oversubscribedConnections",
}  # fmt: skip


@dataclass(frozen=True)
class Metric:
    """One value of a metric. `labels` is empty, or text such as `status="200"`."""

    name: str
    doc: str
    value: float
    is_counter: bool = False
    labels: str = ""


def of_stats(stats: Mapping[str, Any], fields: Iterable[Mapping[str, Any]]) -> list[Metric]:
    """Returns the numbers in a `server.stats` result as metrics.

    `fields` describes that result, as in `server.describe`.
    """
    found: list[Metric] = []
    for field in fields:
        name, value = field["name"], stats.get(field["name"])
        if isinstance(value, (int, float)):
            found.append(_metric(f"pagerd_{snake(name)}", field, value, name in _COUNTERS))
        elif is_object(value) and is_object(field["type"]):
            for one in field["type"]["object"]:
                member = value.get(one["name"])
                if isinstance(member, (int, float)):
                    long = f"pagerd_{snake(name)}_{snake(one['name'])}"
                    found.append(_metric(long, one, member, False))
    return found


def _metric(name: str, field: Mapping[str, Any], value: float, is_counter: bool) -> Metric:
    return Metric(f"{name}_total" if is_counter else name, field["doc"], value, is_counter)


def text(metrics: Iterable[Metric]) -> str:
    """Formats the metrics. Metrics with the same name must follow each other."""
    lines: list[str] = []
    last = ""
    for metric in metrics:
        if metric.name != last:
            last = metric.name
            doc = metric.doc.replace("\\", r"\\").replace("\n", " ")
            kind = "counter" if metric.is_counter else "gauge"
            lines += [f"# HELP {last} {doc}", f"# TYPE {last} {kind}"]
        labels = f"{{{metric.labels}}}" if metric.labels else ""
        lines.append(f"{metric.name}{labels} {float(metric.value):.17g}")
    return "\n".join(lines) + "\n"
