"""How Schemathesis reads our answers: by what the envelope says, less what exceptions.json lists."""

import json
import os
from pathlib import Path

import schemathesis
from schemathesis.transport.requests import RequestsTransport

EXCEPTIONS = json.loads((Path(__file__).parent / "exceptions.json").read_text("utf-8"))
MET = Path(os.environ["LUXGATE_MET_EXCEPTIONS"])


def told_status(status, code):
    """Refusals that clients meet in their ordinary life are HTTP 200 (G50); their codes are the statuses they stand for."""
    return -code if status == 200 and code < -1 else status


def envelope_of(response):
    try:
        envelope = json.loads(response.content)
    except ValueError:
        return {}
    return envelope if isinstance(envelope, dict) else {}


sent = RequestsTransport.send


def send(self, *args, **kwargs):
    """Every answer comes through here, those to requests that checks send of their own included."""
    response = sent(self, *args, **kwargs)
    response.status_code = told_status(response.status_code, envelope_of(response).get("code", 0))
    return response


RequestsTransport.send = send


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """The document in the same words: each refusal of a 200 as an answer of its own, under the status of its code."""
    schemas = raw_schema["components"]["schemas"]

    def code_of(kind):
        name = kind.get("$ref", "").removeprefix("#/components/schemas/")
        return schemas.get(name, {}).get("properties", {}).get("code", {}).get("const", 0)

    for path in raw_schema["paths"].values():
        for operation in path.values():
            responses = operation["responses"]
            content = responses["200"]["content"]
            schema = content["application/json"]["schema"]
            # The only one that there can be stands for itself.
            kinds = schema.get("oneOf", [schema])
            successes = [kind for kind in kinds if code_of(kind) == 0]
            for kind in kinds:
                status = str(told_status(200, code_of(kind)))
                if status != "200":
                    told = {"application/json": {"schema": kind}}
                    responses.setdefault(status, {"description": "Told with HTTP 200", "content": told})
            if successes:
                content["application/json"]["schema"] = {"oneOf": successes}
            else:
                del content["application/json"]
            drop_refusals(content)
            stream = content.get("text/event-stream")
            if stream:
                # Schemathesis looks at each event by itself.
                stream["schema"] = stream["schema"]["contentSchema"]["items"]
                stream.pop("examples")


def drop_refusals(content):
    """Examples of refusals are no examples of a success."""
    for media in content.values():
        examples = media.get("examples", {})
        for name in [name for name, one in examples.items() if is_refusal(one["value"])]:
            del examples[name]


def is_refusal(value):
    return isinstance(value, dict) and value.get("code", 0) != 0


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Whether a failure counts: all do but those that are listed, each with its reason."""
    operation = case.operation.definition.raw["operationId"]
    message = envelope_of(response).get("msg", "")
    for exception in EXCEPTIONS:
        if (
            failure.code in exception["failures"]
            and response.status_code == exception["status"]
            and exception.get("operation", operation) == operation
            and any(text in message for text in exception["messages"])
        ):
            with MET.open("a", encoding="utf-8") as file:
                file.write(json.dumps(exception["reason"]) + "\n")
            return False
    return True
