"""Refusals as HTTP answers."""

from starlette.responses import Response

from osteria.server import measures
from osteria.server.wire.messages import encode
from osteria.server.wire.refusal import Refusal
from osteria.server.wire.shapes import Failure


def refused(refusal: Refusal) -> Response:
    """A refusal as an answer."""
    measures.REFUSALS.labels(refusal.problem.key).inc()
    headers = {}
    if refusal.problem.retry_after is not None:
        headers["Retry-After"] = str(max(1, round(refusal.problem.retry_after)))
    if refusal.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    if refusal.status == 429:
        headers["Connection"] = "close"  # whatever else was asked on it is not even read
    if refusal.status == 405:
        headers["Allow"] = "GET, POST"
    return Response(
        encode(Failure(refusal.problem)), status_code=refusal.status, headers=headers, media_type="application/json"
    )
