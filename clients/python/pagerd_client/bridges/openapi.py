"""Describes the HTTP interface as OpenAPI 3.1, from the result of `server.describe`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..core.forms import is_object

Schema = dict[str, Any]
_ID = {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"}
_PLAIN: dict[str, Schema] = {
    "any": {},
    "boolean": {"type": "boolean"},
    "integer": {"type": "integer"},
    "number": {"type": "number"},
    "string": {"type": "string"},
    "id": _ID,
    "transition": {"type": "string"},
    "object": {"type": "object"},
}
#: The members of every result.
_SHARED: dict[str, Schema] = {
    "seq": {"type": "integer", "description": "the seq of the last event before the reply"},
    "revision": {"type": "integer", "description": "grows with each transaction that changes state"},
}
_ERRORS = {
    "400": "the request or a parameter is wrong",
    "401": "the token is missing or wrong",
    "403": "`--allow` does not allow the method, or the daemon does not permit it",
    "404": "there is no such method, controller, window, view or transition",
    "408": "the body did not arrive within a minute",
    "409": "the daemon refused the command",
    "413": "the request is too large",
    "429": "too many requests with a wrong token; try again in 1 s",
    "502": "the program at the daemon's address is not pagerd",
    "503": "the daemon does not answer",
}


def document(description: Mapping[str, Any], version: str, methods: Iterable[str]) -> Schema:
    """Returns the OpenAPI document, with a path for each method in `methods`."""
    wanted = set(methods)
    paths: Schema = {
        f"/v1/{one['method']}": {"post": _operation(one)}
        for one in description["methods"] if one["method"] in wanted
    }
    paths["/events"] = {"get": _EVENTS}
    paths["/metrics"] = {"get": _METRICS}
    return {
        "openapi": "3.1.0",
        "info": {"title": "pagerd-http", "version": version, "license": {
            "name": "MIT", "identifier": "MIT"}},
        "servers": [{"url": "/"}],
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": {"Error": _error(description["errors"])},
            "responses": {
                f"E{status}": {"description": text, "content": _json(
                    {"$ref": "#/components/schemas/Error"})}
                for status, text in _ERRORS.items()
            },
        },
    }


def _operation(method: Mapping[str, Any]) -> Schema:
    params = _object(method["params"], is_open=False)
    result = _object(method["result"], is_open=True)
    result["properties"] = {**result["properties"], **_SHARED}
    errors = ", ".join(f"`{name}`" for name in method["errors"])
    return {
        "operationId": method["method"],
        "summary": method["summary"],
        "tags": [method["method"].split(".")[0]],
        **({"description": f"Errors of the daemon: {errors}."} if errors else {}),
        "requestBody": {"required": bool(params.get("required")), "content": _json(params)},
        "responses": {
            "200": {"description": "The result.", "content": _json(result)},
            **{status: {"$ref": f"#/components/responses/E{status}"} for status in _ERRORS},
        },
    }


def _object(fields: Iterable[Mapping[str, Any]], is_open: bool) -> Schema:
    properties: Schema = {}
    required: list[str] = []
    for field in fields:
        if field["presence"] == "rest":
            # The options of a controller. They are open, because its kind may declare further
            # options.
            is_open = True
            inner = _object(field["type"]["object"], True) if is_object(field["type"]) else {}
            properties.update(inner.get("properties", {}))
            continue
        properties[field["name"]] = _member(field)
        if field["presence"] in ("required", "nullable"):
            required.append(field["name"])
    found: Schema = {"type": "object", "properties": properties}
    if required:
        found["required"] = required
    if not is_open:
        found["additionalProperties"] = False
    return found


def _member(field: Mapping[str, Any]) -> Schema:
    schema = dict(_schema(field["type"]))
    if field["presence"] == "nullable":
        schema = {"anyOf": [schema, {"type": "null"}]}
    schema["description"] = field["doc"]
    if field.get("default") is not None:
        schema["default"] = field["default"]
    return schema


def _schema(type: Any) -> Schema:
    if isinstance(type, str):
        return _PLAIN[type]
    if "array" in type:
        return {"type": "array", "items": _schema(type["array"])}
    if "oneOf" in type:
        return {"enum": type["oneOf"]}
    if "keys" in type:
        return {"type": "object", "propertyNames": {"enum": type["keys"]},
                "additionalProperties": _schema(type["values"])}
    return _object(type["object"], is_open=True)


def _error(errors: Iterable[Mapping[str, Any]]) -> Schema:
    names = ", ".join(f"`{one['name']}`" for one in errors)
    return {
        "type": "object",
        "required": ["error"],
        "properties": {
            "error": {
                "type": "object",
                "required": ["message"],
                "properties": {
                    "message": {"type": "string"},
                    "code": {"type": "integer", "description": "the JSON-RPC error code"},
                    "name": {"type": "string", "description": f"the error name: {names}"},
                    "path": {"type": "string", "description": "the parameter that is wrong"},
                },
            }
        },
    }


def _json(schema: Schema) -> Schema:
    return {"application/json": {"schema": schema}}


def _text(type: str, description: str) -> Schema:
    return {"200": {"description": description, "content": {type: {"schema": {"type": "string"}}}}}


_EVENTS: Schema = {
    "operationId": "events",
    "summary": "Events as server-sent events.",
    "parameters": [
        {"name": "prefix", "in": "query", "schema": {"type": "array", "items": {"type": "string"}},
         "description": "prefixes of the topics to send; all topics if there is none"},
        {"name": "since", "in": "query", "schema": {"type": "string"},
         "description": "the seq or the id of an event; only later events are sent"},
        {"name": "Last-Event-ID", "in": "header", "schema": {"type": "string"},
         "description": "same as `since`; a client sends it when it reconnects"},
    ],
    "responses": {
        **_text("text/event-stream", "The `data` of each message is an event as JSON."),
        **{status: {"$ref": f"#/components/responses/E{status}"} for status in ("400", "401", "503")},
    },
}
_METRICS: Schema = {
    "operationId": "metrics",
    "summary": "Statistics in the text format of Prometheus.",
    "responses": {
        **_text("text/plain", "A value for each number of `server.stats`."),
        "401": {"$ref": "#/components/responses/E401"},
    },
}
