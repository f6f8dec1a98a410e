"""The OpenAPI 3.1 document, written from the same declarations that serve the requests."""

from collections.abc import Sequence
from typing import Any

import msgspec

from riverbus import __version__
from services.gateway.adapters.credentials import COOKIE
from services.gateway.adapters.rest import Parameter, Route
from services.gateway.adapters.rest_models import ErrorBody

REFERENCE = "#/components/schemas/{name}"
COMMON = {
    400: "Malformed: never right, whatever the state.",
    429: "Too many requests: wait as Retry-After says.",
    500: "Something went wrong on our side.",
    503: "A part of the room is away; the same request may be repeated.",
    504: "No answer came in time; the outcome is not known.",
}
SPECIAL = {
    401: "Sign in first.",
    403: "Not allowed.",
    404: "Not known, or not for this player.",
    409: "It exists already, or an older state was seen.",
    413: "The body is too long.",
    422: "Refused by a rule in this state.",
}


def document(routes: Sequence[Route]) -> dict[str, Any]:
    """The whole document as plain data."""
    types = {route.answer for route in routes} | {ErrorBody}
    types |= {route.body for route in routes if route.body is not None}
    ordered = sorted(types, key=str)
    schemas, components = msgspec.json.schema_components(ordered, ref_template=REFERENCE)
    names = dict(zip(ordered, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        operations = paths.setdefault(f"/api{route.path}", {})
        operations[route.method.lower()] = _operation(route, names)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Riverbus",
            "version": __version__,
            "description": "Accounts, lobby and histories. Play itself goes by the WebSocket /ws.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE},
            },
        },
    }


def _operation(route: Route, names: dict[type[Any], dict[str, Any]]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": route.name,
        "summary": route.sentence,
        "responses": {"200": _content("Done.", names[route.answer])},
    }
    statuses = {*COMMON, *route.statuses}
    if route.signed_in:
        statuses |= {401, 403}
        operation["security"] = [{"bearer": []}, {"cookie": []}]
    else:
        statuses.add(403)
        operation["security"] = []
    if route.body is not None:
        statuses.add(413)
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": names[route.body]}},
        }
    texts = {**COMMON, **SPECIAL}
    for status in sorted(statuses):
        operation["responses"][str(status)] = _content(texts[status], names[ErrorBody])
    if route.parameters:
        operation["parameters"] = [_parameter(parameter) for parameter in route.parameters]
    return operation


def _content(text: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": text, "content": {"application/json": {"schema": schema}}}


def _parameter(parameter: Parameter) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string", "pattern": f"^(?:{parameter.pattern})$"}
    if parameter.least is not None:
        schema = {"type": "integer", "minimum": parameter.least, "maximum": parameter.most}
    return {
        "name": parameter.name,
        "in": parameter.where,
        "required": parameter.where == "path",
        "description": parameter.sentence,
        "schema": schema,
    }
