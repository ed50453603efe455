#!/usr/bin/env python3
"""Validates JSON against the contract's schemas.

Each line of standard input is {"schema": S, "value": …}, where S is the $id of a schema in Shared/Contract, or a place in
its AsyncAPI document such as asyncapi.json#/components/messages/episode.added/payload. Each line of standard output is
the list of what is wrong with the value: [] where nothing is."""
import datetime, json, pathlib, re, sys, warnings

warnings.simplefilter("ignore", DeprecationWarning)  # later versions of jsonschema would have RefResolver replaced
from jsonschema import Draft202012Validator, FormatChecker, RefResolver

CONTRACT = pathlib.Path(__file__).resolve().parents[2] / "Shared" / "Contract"

# jsonschema checks formats by other packages and lets pass what it has none for, so they are all checked here.
FORMATS = FormatChecker(formats=())
UNRESERVED = r"A-Za-z0-9._~!$&'()*+,;=:@-"
URI = re.compile(rf"[A-Za-z][A-Za-z0-9+.-]*:(//(\[[0-9A-Fa-f:.]+\]|[{UNRESERVED}]|%[0-9A-Fa-f]{{2}})*)?"
                 rf"([/{UNRESERVED}]|%[0-9A-Fa-f]{{2}})*(\?([/?{UNRESERVED}]|%[0-9A-Fa-f]{{2}})*)?"
                 rf"(#([/?{UNRESERVED}]|%[0-9A-Fa-f]{{2}})*)?")
DATE_TIME = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d)", re.ASCII)
UUID = re.compile(r"[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}")


@FORMATS.checks("uri")
def is_uri(value):
    return not isinstance(value, str) or URI.fullmatch(value) is not None


@FORMATS.checks("uuid")
def is_uuid(value):
    return not isinstance(value, str) or UUID.fullmatch(value) is not None


@FORMATS.checks("date-time", raises=ValueError)
def is_date_time(value):
    if not isinstance(value, str):
        return True
    match = DATE_TIME.fullmatch(value)
    return match is not None and datetime.datetime.fromisoformat(match[1]) is not None


def formats(schema):
    if isinstance(schema, list):
        return set().union(*map(formats, schema))
    if not isinstance(schema, dict):
        return set()
    own = {schema["format"]} if isinstance(schema.get("format"), str) else set()
    return own.union(*map(formats, schema.values()))


store = {"asyncapi.json": json.loads((CONTRACT / "asyncapi.json").read_text())}
for path in sorted(CONTRACT.glob("*/*.json")):
    schema = json.loads(path.read_text())
    Draft202012Validator.check_schema(schema)
    store[schema["$id"]] = schema
unknown = formats(list(store.values())) - FORMATS.checkers.keys()
if unknown:
    sys.exit(f"no check for the formats {unknown}")

validators = {}
for line in sys.stdin.buffer.read().splitlines():
    case = json.loads(line)
    name = case["schema"]
    if name not in validators:
        reference = {"$ref": name}
        resolver = RefResolver("", reference, store=store)
        validators[name] = Draft202012Validator(reference, resolver=resolver, format_checker=FORMATS)
    errors = validators[name].iter_errors(case["value"])
    print(json.dumps([f"{error.json_path}: {error.message}"[:500] for error in errors]))
