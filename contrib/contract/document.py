"""The contract as rpc.discover describes it, read by an independent validator of JSON Schema."""

import datetime
import decimal
import re
import unicodedata

import jsonschema

# JSON-RPC 2.0, section 5.1.
STANDARD_NUMBERS = {
    "parse_error": -32700, "invalid_request": -32600, "method_not_found": -32601, "invalid_params": -32602, "internal": -32603}
# The errors and reasons that come from the line, the batch or the key and not from the method.
GENERAL_CODES = {"parse_error", "invalid_request", "method_not_found", "invalid_params", "too_large"}
GENERAL_REASONS = {"key_reused", "purged", "in_batch"}

BYTES_PER_CHARACTER = 32

FORMATS = jsonschema.FormatChecker(formats=())
INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")


@FORMATS.checks("int64")
def is_int64(number):
    return not isinstance(number, (int, float)) or -(2**63) <= number < 2**63


@FORMATS.checks("date", raises=ValueError)
def is_date(text):
    return not isinstance(text, str) or bool(len(text) == 10 and datetime.date.fromisoformat(text))


@FORMATS.checks("date-time", raises=ValueError)
def is_instant(text):
    if not isinstance(text, str):
        return True
    return bool(INSTANT.fullmatch(text) and datetime.datetime.fromisoformat(text.replace("Z", "+00:00")))


def characters(text):
    """The characters of a text as a reader counts them, for marks after letters and for joined emoji; None for text in
    which white space or other scripts make it another number."""
    count = 0
    joined = False
    for index, scalar in enumerate(text):
        category = unicodedata.category(scalar)
        if category in ("Cc", "Zl", "Zp") or "\U0001f1e6" <= scalar <= "\U0001f1ff" or "\u1100" <= scalar <= "\u11ff":
            return None
        if category == "Zs" and (index in (0, len(text) - 1) or scalar != " " or text[index - 1] == " "):
            return None
        extends = category[0] == "M" or scalar == "\u200d" or "\U0001f3fb" <= scalar <= "\U0001f3ff"
        if index == 0 or not (extends or joined):
            count += 1
        joined = scalar == "\u200d"
    return count


def most_characters(_, limit, text, __):
    # Longer ones have too many bytes.
    if isinstance(text, str) and limit < len(text) <= BYTES_PER_CHARACTER * limit:
        count = characters(text)
        if count is None:
            yield jsonschema.ValidationError("characters cannot be counted here")
        elif count > limit:
            yield jsonschema.ValidationError(f"{count} characters")


def most_bytes(_, limit, text, __):
    if isinstance(text, str) and len(text.encode("utf-8", "surrogatepass")) > limit:
        yield jsonschema.ValidationError("too many bytes")


def decimals(_, count, number, __):
    # By its digits, because 46.4 divided by 0.1 is no whole number in binary.
    digits = decimal.Decimal(repr(number)).normalize() if type(number) in (int, float) else 0
    if digits and -digits.as_tuple().exponent > count:
        yield jsonschema.ValidationError(f"{number} has more than {count} decimals")


Validator = jsonschema.validators.extend(
    jsonschema.Draft202012Validator,
    {"x-maxCharacters": most_characters, "x-maxBytes": most_bytes, "x-decimals": decimals})


def validator(schema):
    return Validator(schema, format_checker=FORMATS)


class Method:
    """A method of the document."""

    def __init__(self, entry, schemas):
        self.name = entry["name"]
        self.feature = self.name.split(".")[0]
        self.params = {param["name"]: inlined(param["schema"], schemas) for param in entry["params"]}
        self.required = {param["name"] for param in entry["params"] if param.get("required")}
        self.is_change = "key" in self.params
        self.result = inlined(entry["result"]["schema"], schemas)
        # `or its name` follows the param that it replaces.
        names = list(self.params)
        self.alternatives = [
            (names[index - 1], param["name"]) for index, param in enumerate(entry["params"])
            if index and re.match("or (its|true)", param.get("description", ""))]
        self.schema = {
            "type": "object", "properties": self.params, "required": sorted(self.required),
            "additionalProperties": False, **inlined(entry.get("x-params", {}), schemas)}
        self.validator = validator(self.schema)
        self.parts = {name: validator(schema) for name, schema in self.params.items()}
        self.errors = listed(entry.get("errors"))
        self.reasons = listed(entry.get("x-reasons"))

    def offenders(self, params):
        """The params that are invalid by the schema, by their full paths; None if that cannot be decided."""
        found = set()
        for error in self.validator.iter_errors(params):
            deep = [error, *(error.context or [])]
            if any("cannot be counted" in part.message for part in deep):
                return None
            if error.absolute_path:
                found.add(str(error.absolute_path[0]))
            elif error.validator == "required":
                found |= {name for name in error.validator_value if name not in error.instance}
            elif error.validator == "additionalProperties":
                found |= set(error.instance) - set(self.params)
            else:
                found |= set(self.params)
        return found


class Document:
    """The document of rpc.discover."""

    def __init__(self, document):
        schemas = document["components"]["schemas"]
        self.methods = {entry["name"]: Method(entry, schemas) for entry in document["methods"]}
        self.numbers = {word: error["code"] for word, error in document["components"]["errors"].items()}
        self.reasons = set(document["components"].get("x-reasons", {}))
        self.event = inlined({"$ref": "#/components/schemas/Event"}, schemas)
        self.events = {entry["name"]: inlined(entry["data"], schemas) for entry in document["x-events"]}
        self.changes = [method for method in self.methods.values() if method.is_change]
        self.queries = [method for method in self.methods.values() if not method.is_change]
        self.results = Results()

    def problem_of_error(self, method, error):
        """What is wrong with an error; None for nothing."""
        if not isinstance(error, dict) or not isinstance(error.get("data"), dict):
            return "the error has no data"
        word, number, message = error["data"].get("code"), error.get("code"), error.get("message")
        if word not in self.numbers:
            return f"the code {word!r} is not documented"
        if STANDARD_NUMBERS.get(word, self.numbers[word]) != number or self.numbers[word] != number:
            return f"{word} has the number {number}"
        if not isinstance(message, str) or not message or has_controls(message):
            return f"the message {message!r} is empty or has control characters"
        if word == "internal":
            return f"internal: {message}"
        if method and method.errors is not None and word not in method.errors | GENERAL_CODES:
            return f"{word} is not among the method's errors"
        if word != "refused":
            return None
        reason = error["data"].get("reason")
        if reason not in self.reasons:
            return f"the reason {reason!r} is not documented"
        if method and method.reasons is not None and reason not in method.reasons | GENERAL_REASONS:
            return f"the reason {reason!r} is not among the method's reasons"
        return None


class Results:
    """Validates values by their schemas. Equal members of objects are validated once."""

    def __init__(self):
        self.parts = {}
        self.seen = set()

    def problem(self, schema, value):
        """What is wrong with a value; None for nothing."""
        if isinstance(schema, dict) and isinstance(value, list) and "items" in schema:
            frame = {key: part for key, part in schema.items() if key != "items"}
            return self.leaf(schema, frame, value) or self.first(
                (f"[{index}]", self.problem(schema["items"], item)) for index, item in enumerate(value))
        if isinstance(schema, dict) and isinstance(value, dict) and "properties" in schema:
            # The names by one validator, each value by its own.
            frame = {**schema, "properties": dict.fromkeys(schema["properties"], True)}
            return self.leaf(schema, frame, value, tuple(value)) or self.first(
                (f".{name}", self.problem(schema["properties"].get(name, True), member))
                for name, member in value.items())
        return self.leaf(schema, schema, value)

    @staticmethod
    def first(problems):
        return next((path + problem for path, problem in problems if problem), None)

    def leaf(self, schema, frame, value, identity=None):
        if schema is True:
            return None
        key = id(schema), repr(value) if identity is None else identity
        if key in self.seen:
            return None
        part = self.parts.get(id(schema))
        if part is None:
            part = self.parts[id(schema)] = validator(frame), schema
        error = next(part[0].iter_errors(value), None)
        if error is not None:
            return f" is not valid: {error.message[:200]}"
        if len(self.seen) < 200_000 and len(key[1]) < 2000:
            self.seen.add(key)
        return None


def inlined(schema, schemas):
    """A schema without references. The name of each object stays in it."""
    if isinstance(schema, list):
        return [inlined(part, schemas) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return {"x-name": name, **inlined(schemas[name], schemas)}
    return {key: inlined(part, schemas) for key, part in schema.items()}


def listed(entries):
    """The words of a method's list of errors or reasons, which may refer to the components; None without a list."""
    if entries is None:
        return None
    words = set()
    for entry in entries:
        if isinstance(entry, str):
            words.add(entry)
        else:
            words.add(entry["$ref"].rsplit("/", 1)[1] if "$ref" in entry else entry["data"]["code"])
    return words


def has_controls(text):
    """Whether a text can change a terminal's state or the direction of what follows."""
    return any(unicodedata.category(scalar) in ("Cc", "Cs", "Zl", "Zp")
               or scalar in "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069" for scalar in text)
