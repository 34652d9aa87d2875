"""Requests made from the schemas of a method alone, and from what earlier answers had."""

import collections
import json
import re
from re import _parser as regex  # the only reader of patterns in the standard library

TEXTS = ["a", "é", "e\u0301", "漢", "ß", "🌱", "👨\u200d👩\u200d👧", "Ω", "ж", "ñ", "W"]
WORDS = "water read write walk tea plan call mend paint clean sort plant draw send cook learn".split()
MOST = 30
FAR_INTEGERS = [2**31, 2**53 + 1, 2**63 - 1, -(2**63)]

HOSTILE_TEXTS = [
    "\0", "a\0b", "\x1b]0;x\x07", "\x7f", "a\x85b", "\x9b2J", "\u202eabc", "\u2066a", "a\u200bb", "\u2028", "\ufeff", "\ufffe",
    "\uffff", "\U0001ffff", "\ufdd0", "e" + "\u0301" * 1000, "\u0301", "\t", "\n", "a\nb", "   ", " a  b ", "'; DROP TABLE x; --",
    "%s%n%x", "../../etc/passwd", "$(id)", "`id`", "{balance}", "1984", "-1", "İstanbul", "Straße", "\u1100\u1161\u11a8",
    "🇯🇵" * 60, "\u200d", "\ufe0f", "\u2800", "null", "true", "#", "@home", "!1 +5 ~2 #x", "", "\U000e0020", "\U000e0001",
    "é" * 500_000, "x" * 1_000_000, "\\" * 300_000, "\u0301" * 400_000, "in " * 300_000]
# Text of JSON that Python does not write. Each is a value of a param.
HOSTILE_JSON = [
    r'"\ud800"', r'"\udc00\ud800"', r'"a\udfffb"', "1e400", "-1e400", "1" + "0" * 400, "-0", "1.0", "1e0", "0.1e-400",
    "9223372036854775808", "-9223372036854775809", "18446744073709551616", "9007199254740993", "1.5", "1e18", r'"\u0000"',
    r'"\u0041\u0062"', "[" * 62 + "]" * 62, '{"a":' * 62 + "1" + "}" * 62, "[" + "1," * 9000 + "1]", '{"a":1,"a":2}', "{}", "[]"]
MALFORMED_JSON = [
    "01", "+1", ".5", "1.", "NaN", "Infinity", "tru", "'x'", r'"\x41"', '"\x01"', '"', "[1,]", "{,}", '{"a"}', "[" * 63 + "]" * 63,
    "[" * 30_000 + "]" * 30_000, "[" * 900_000, '"' + "x" * 1_048_576 + '"', "[" + "1," * 20_000 + "1]", "", "1 2", "/**/1", "\ufeff1"]
MALFORMED_BYTES = [b'"\xff"', b'"\xed\xa0\x80"', b'"\xc0\x80"', b'"\xf4\x90\x80\x80"', b'"\xe2\x28"']


class Request:
    """A request, and what the contract says about its answer."""

    def __init__(self, method, params, kind, key=None):
        self.method, self.params, self.kind, self.key = method, params, kind, key
        self.id = None
        self.text = None
        # The answer must be: valid (anything but invalid_params), invalid, unknown, or an error with one of some codes.
        self.expected = "unknown"
        self.offenders = set()
        self.codes = ()
        self.has_null_id = False
        self.is_silent = False
        self.answer = None
        # Of a repeat: the first answer, without its id. Of another request with its key: the reason that it must have.
        self.same = None
        self.reason = None
        # How many events it made, and whether it succeeded without any.
        self.made = 0
        self.is_noop = False
        # What is said before a violation of a repeat.
        self.earlier = ""

    @property
    def wanted(self):
        return self.reason or " or ".join(self.codes)

    @property
    def has_only_surplus_nulls(self):
        """Whether nothing is wrong but null for params that can be absent."""
        return all(name in self.method.params and name not in self.method.required and self.params.get(name, 0) is None
                   for name in self.offenders)

    @property
    def fault(self):
        return ", ".join(f"{name}: {json.dumps(self.params.get(name))[:80]}" for name in sorted(self.offenders))

    def write(self, identifier):
        """Makes the line, without its end."""
        self.id = identifier
        if self.text is None:
            request = {"jsonrpc": "2.0", "id": identifier, "method": self.method.name, "params": self.params}
            if self.is_silent:
                del request["id"]
            self.text = json.dumps(request, ensure_ascii=self.kind != "hostile").encode("utf-8", "surrogatepass")
        else:
            self.text = self.text.replace(b"@ID@", json.dumps(identifier).encode())
        return self.text

    def judge(self):
        """Decides by the schema what the answer must be."""
        offenders = self.method.offenders(self.params)
        both = {name for pair in self.method.alternatives if all(self.params.get(part) is not None for part in pair)
                for name in pair}
        if offenders is None:
            self.expected = "unknown"
        else:
            self.offenders = offenders | both
            self.expected = "invalid" if self.offenders else "valid"
        return self


class Pool:
    """Values of answers, by the feature or object and the member that they were in."""

    def __init__(self):
        self.values = collections.defaultdict(lambda: collections.deque(maxlen=MOST))

    def add(self, owner, name, value):
        values = self.values[owner.lower(), name]
        if value not in values:
            values.append(value)

    def harvest(self, feature, schema, value, owner=None):
        if isinstance(schema, dict):
            owner = schema.get("x-name", owner)
        if isinstance(value, list):
            items = schema.get("items", True) if isinstance(schema, dict) else True
            for item in value[-MOST:]:
                self.harvest(feature, items, item, owner)
        elif isinstance(value, dict):
            members = schema.get("properties", {}) if isinstance(schema, dict) else {}
            for name, member in value.items():
                if isinstance(member, (dict, list)):
                    self.harvest(feature, members.get(name, True), member, name)
                    if isinstance(member, list) and member and isinstance(member[0], str):
                        self.add(feature, name.removesuffix("s"), member[0])
                elif member is not None and not isinstance(member, bool):
                    self.add(feature, name, member)
                    self.add(owner or feature, name, member)

    def candidates(self, feature, param):
        """What a param can refer to: a member of that name in answers of the same feature, or the id or name of what the param
        is named after; and members of that name in answers of others."""
        own, others = list(self.values[feature, param]), []
        thing = (param[:-2] if param.endswith("Id") else param).lower()
        for (owner, name), values in self.values.items():
            if name == param and owner != feature:
                others += list(values)[-3:]
            elif name in ("id", "name", "title") and owner and (
                    owner.endswith(thing) or thing.removesuffix("s") == owner):
                own += values
        return own, others


class Generator:
    """Makes requests with one source of randomness and one pool."""

    def __init__(self, document, rng):
        self.document, self.rng = document, rng
        self.pool = Pool()
        self.count = 0
        self.violations = {}
        self.hostile = {}

    # --- Values ---

    def word(self):
        self.count += 1
        return f"{self.rng.choice(WORDS)} {self.count}"

    def line(self, schema):
        """A text within the bounds of a schema, often of exactly its bounds."""
        least = schema.get("minLength", 0)
        most = schema.get("x-maxCharacters", schema.get("maxLength", 40))
        most_bytes = schema.get("x-maxBytes", 1 << 20)
        kind = self.rng.random()
        if kind < 0.7:
            text = self.word()[:most]
        elif kind < 0.8:
            text = "b" * max(least, 1)
        else:
            length = most if kind < 0.9 else self.rng.randint(max(least, 1), most)
            letters = TEXTS if kind > 0.85 else "abcdefgh"
            if "maxLength" in schema:
                letters = "abc漢é"
            text = "b" + "".join(self.rng.choice(letters) for _ in range(length - 1))
        if "x-maxBytes" in schema and "x-maxCharacters" not in schema and kind > 0.95:
            return "n" * most_bytes
        return text if least or kind < 0.97 else ""

    def matching(self, parsed, most):
        """A text of a pattern."""
        text = ""
        for operation, argument in parsed:
            name = str(operation)
            if name == "LITERAL":
                text += chr(argument)
            elif name == "IN":
                text += self.member(argument)
            elif name == "BRANCH":
                text += self.matching(self.rng.choice(argument[1]), most)
            elif name == "SUBPATTERN":
                text += self.matching(argument[3], most)
            elif name == "MAX_REPEAT":
                least, limit, inner = argument
                count = self.rng.choice([least, min(limit, least + 1), min(limit, most - len(text))])
                text += "".join(self.matching(inner, most) for _ in range(max(count, least)))
            elif name == "ANY":
                text += "x"
        return text

    def member(self, choices):
        operation, argument = self.rng.choice(choices)
        if str(operation) == "RANGE" and argument[1] - argument[0] > 0x1000:
            return self.rng.choice("éß漢ж")
        return chr(argument if str(operation) == "LITERAL" else self.rng.randint(*argument))

    def text(self, schema):
        if "enum" in schema:
            return self.rng.choice(schema["enum"])
        if "pattern" in schema:
            least, most = schema.get("minLength", 0), schema.get("maxLength", 64)
            for _ in range(50):
                text = self.matching(regex.parse(schema["pattern"]), most)
                if least <= len(text) <= most and re.search(schema["pattern"], text):
                    return text
            return "0" * least
        if schema.get("format") == "date":
            return f"2026-{self.rng.randint(1, 12):02}-{self.rng.randint(1, 28):02}"
        if schema.get("format") == "date-time":
            return f"2026-{self.rng.randint(1, 12):02}-10T{self.rng.randint(0, 23):02}:30:00.000+00:00"
        return self.line(schema)

    def integer(self, schema):
        least, most = schema.get("minimum"), schema.get("maximum")
        low = least if least is not None else -20
        high = most if most is not None else low + 40
        kind = self.rng.random()
        if kind < 0.25:
            value = self.rng.choice([low, low + 1, high, high - 1])
        elif kind < 0.95 or most is not None:
            value = self.rng.randint(low, min(high, low + 20) if kind < 0.7 else high)
        else:
            value = self.rng.choice([value for value in FAR_INTEGERS if least is None or value >= least])
        if least is not None:
            value = max(value, least)
        if most is not None:
            value = min(value, most)
        return value if schema.get("not") != {"const": value} else 1

    def value(self, schema):
        """A value that is valid by a schema."""
        if not isinstance(schema, dict) or not schema:
            return self.rng.choice([None, True, 1, "x", [], {}])
        for word in ("anyOf", "oneOf"):
            if word in schema:
                return self.value(self.rng.choice(schema[word]))
        if "const" in schema:
            return schema["const"]
        kind = schema.get("type", "string")
        kind = self.rng.choice(kind) if isinstance(kind, list) else kind
        if kind == "string":
            if isinstance(schema.get("type"), list):
                return f"{self.rng.uniform(-80, 80):.{self.rng.randint(0, 9)}f}"
            return self.text(schema)
        if kind == "integer":
            return self.integer(schema)
        if kind == "number":
            return self.rng.choice([0, -1, 35.681236, 89.9999999, round(self.rng.uniform(-80, 80), 6)])
        if kind == "array":
            most = schema.get("maxItems", 5)
            count = most if self.rng.random() < 0.05 else self.rng.randint(schema.get("minItems", 0), min(most, 3))
            return [self.value(schema.get("items", {})) for _ in range(count)]
        if kind == "object":
            return {name: self.value(part) for name, part in schema.get("properties", {}).items()
                    if name in schema.get("required", ()) or self.rng.random() < 0.5}
        return {"boolean": self.rng.random() < 0.5, "null": None}[kind]

    def argument(self, method, name):
        """A value for a param: one that exists, or a new one."""
        schema = method.params[name]
        is_new = name in method.required and name in ("name", "title", "text", "reason") or name.startswith("new")
        if self.rng.random() < (0.1 if is_new else 0.9 if name == "id" else 0.75):
            own, others = self.pool.candidates(method.feature, name)
            found = [value for value in (others if not own or self.rng.random() < 0.1 else own)
                     if method.parts[name].is_valid(value)]
            # The newest ones rather exist.
            if found:
                return self.rng.choice(found[-8:] if self.rng.random() < 0.5 else found)
        return self.value(schema)

    # --- Requests ---

    def params(self, method, present=None):
        """Params that are valid by the schema, with one of each pair of alternatives."""
        share = self.rng.choice([0, 0.15, 0.4, 0.9])
        names = [name for name in method.params if name != "key" and (
            name in method.required or (self.rng.random() < share if present is None else name in present))]
        for first, second in method.alternatives:
            chosen = [name for name in (first, second) if name in names]
            others = {name for pair in method.alternatives for name in pair} - {first, second}
            needs_one = first in ("id",) and not others
            if len(chosen) == 2:
                names.remove(self.rng.choice(chosen))
            elif not chosen and needs_one and present is None and self.rng.random() < 0.97:
                names.append(self.rng.choice([first, first, second]))
        return {name: self.argument(method, name) for name in names}

    def valid(self, method, kind="valid", with_key=False):
        params = self.params(method)
        key = None
        if with_key and method.is_change:
            self.count += 1
            key = params["key"] = f"{self.count}" + self.rng.choice(["", "-" + "k" * (63 - len(str(self.count))), " ü"])
        return Request(method, params, kind, key).judge()

    def violation(self, method):
        """A request with one violation. All violations of a method come in turn."""
        left = self.violations.get(method.name)
        if not left:
            left = self.violations[method.name] = self.all_violations(method)
            self.rng.shuffle(left)
        for _ in range(20):
            name, make = left.pop()
            left.insert(0, (name, make))
            params = self.params(method)
            # Another invalid value must not be the one that is answered.
            make(params)
            request = Request(method, params, "invalid").judge()
            if request.expected == "invalid" or request.expected == "unknown":
                return request
        return Request(method, {"surplus": 1}, "invalid").judge()

    def all_violations(self, method):
        def put(name, value):
            def change(params):
                for pair in method.alternatives:
                    if name in pair:
                        for part in pair:
                            params.pop(part, None)
                params[name] = value
            return name, change

        found = [put("surplus", 1), put("", None), put("Key", "x")]
        for name, schema in method.params.items():
            found.append(put(name + "s", self.value(schema)))
            found.append(put(name.upper(), self.value(schema)))
            for value in [None, True, 0, 7, 1.5, "x", "", [], ["x"], {}, {"id": 1}, -1, 2**63, 1e300]:
                if not method.parts[name].is_valid(value):
                    found.append(put(name, value))
            for part in [schema, *schema.get("anyOf", [])]:
                found += [put(name, value) for value in self.beyond(part)]
            if name in method.required:
                found.append((name, lambda params, name=name: params.pop(name, None)))
        for first, second in method.alternatives:
            found.append((second, lambda params, first=first, second=second: params.update(
                {first: self.argument(method, first), second: self.argument(method, second)})))
        return found

    @staticmethod
    def beyond(schema):
        """Values just beyond the bounds of a schema."""
        if "minimum" in schema:
            yield schema["minimum"] - 1
            yield -(2**63)
        if "maximum" in schema:
            yield schema["maximum"] + 1
        if "const" in schema.get("not", {}):
            yield schema["not"]["const"]
        if "pattern" in schema.get("not", {}):
            yield from ("7", " 007 ")
        for word in ("maxLength", "x-maxCharacters", "x-maxBytes"):
            if word in schema:
                yield "b" * (schema[word] + 1)
        if "x-maxCharacters" in schema:
            yield "e\u0301" * (schema["x-maxCharacters"] + 1)
        if "maxItems" in schema:
            yield ["b"] * (schema["maxItems"] + 1)
        if isinstance(schema.get("items"), dict) and schema["items"].get("type") == "string":
            yield ["b", 7]
            yield ["b", None]
        for word in schema.get("enum", []):
            yield word.upper()
            yield word + " "
        if "pattern" in schema:
            yield from ("\n", "blue\n", "Blue", "#12", "é", "../x")
        for name in schema.get("required", []) if schema.get("type") == "object" else []:
            yield {part: 1 for part in schema["required"] if part != name}
            yield {**dict.fromkeys(schema["required"], 1), "surplus": 1}
            yield {**dict.fromkeys(schema["required"], 1), name: []}

    def hostile_request(self, method):
        """A hostile request. All of them come in turn."""
        left = self.hostile.get(method.name)
        if not left:
            left = self.hostile[method.name] = (
                [(self.hostile_text, text) for text in HOSTILE_TEXTS] + [(self.hostile_json, text) for text in HOSTILE_JSON]
                + [(self.malformed, text) for text in MALFORMED_JSON] + [(self.malformed, text) for text in MALFORMED_BYTES]
                + [(self.enveloped, number) for number in range(17)])
            self.rng.shuffle(left)
        make, argument = left.pop()
        return make(method, argument)

    def target(self, method, schema_type=None):
        names = [name for name, schema in method.params.items()
                 if schema_type is None or schema_type in json.dumps(schema)]
        return self.rng.choice(names or ["surplus"])

    def hostile_text(self, method, text):
        params = self.params(method)
        name = self.target(method, '"string"')
        for pair in method.alternatives:
            if name in pair:
                for part in pair:
                    params.pop(part, None)
        params[name] = text
        return Request(method, params, "hostile").judge()

    def raw(self, method, name, text):
        """A request whose value of one param is the given text."""
        params = self.params(method)
        params.pop(name, None)
        members = [f"{json.dumps(key)}:{json.dumps(value)}".encode() for key, value in params.items()]
        members.insert(self.rng.randint(0, len(members)), json.dumps(name).encode() + b":" + text)
        request = Request(method, params, "hostile")
        request.text = (b'{"jsonrpc":"2.0","id":@ID@,"method":' + json.dumps(method.name).encode() + b',"params":{'
                        + b",".join(members) + b"}}")
        return request

    def hostile_json(self, method, text):
        name = self.target(method)
        request = self.raw(method, name, text.encode())
        if "\\u" in text and "\\u00" not in text or "1e400" in text or len(text) == 401:
            # Half of a pair is no character, and a number beyond those of 64 bits cannot be read.
            request.codes, request.has_null_id = ("parse_error",), True
        elif '"a":1,"a":2' in text:
            request.expected = "unknown"
        else:
            request.params = {**request.params, name: json.loads(text)}
            request.judge()
        return request

    def malformed(self, method, text):
        request = self.raw(method, self.target(method), text if isinstance(text, bytes) else text.encode())
        request.codes, request.has_null_id = ("parse_error", "too_large"), True
        return request

    def enveloped(self, method, number):
        """A request with a wrong or unusual frame."""
        params = self.params(method)
        request = Request(method, params, "hostile")
        name, body = json.dumps(method.name), json.dumps(params)
        wrong = "invalid_request"
        head, tail = '{"jsonrpc":"2.0",', f'"method":{name},"params":{body}}}'
        first = next(iter(method.params), "surplus")
        twice = f'{{"{first}":1,"{first}":2}}'
        line, request.codes, request.has_null_id = [
            (head.replace("2.0", "1.0") + '"id":@ID@,' + tail, (wrong,), False),
            ('{"id":@ID@,' + tail, (wrong,), False),
            (head + '"id":@ID@,"params":{}}', (wrong,), False),
            (head + '"id":@ID@,"method":7,"params":{}}', (wrong,), False),
            (head + f'"id":@ID@,"method":{name},"params":[]}}', ("invalid_params",), False),
            (head + f'"id":@ID@,"method":{name},"params":null}}', ("invalid_params",), False),
            (head + f'"id":@ID@,"method":{name},"params":"x"}}', ("invalid_params",), False),
            (head + f'"id":@ID@,"method":{json.dumps(method.name + "s")},"params":{body}}}', ("method_not_found",), False),
            (head + '"id":@ID@,"method":"\\u001b]0;x\\u0007\\u202e","params":{}}', ("method_not_found",), False),
            (head + '"id":1.5,' + tail, (wrong,), True),
            (head + '"id":null,' + tail, (wrong,), True),
            (head + '"id":true,' + tail, (wrong,), True),
            (head + '"id":[1],' + tail, (wrong,), True),
            (head + '"id":1,"id":2,' + tail, (wrong,), True),
            (head + f'"id":@ID@,"method":{name},"method":{name},"params":{{}}}}', (wrong,), False),
            (head + f'"id":@ID@,"method":{name},"params":{twice}}}', ("invalid_params",), False),
            (None, (), False)][number]
        if line is None:
            request.is_silent = True
        else:
            request.text = line.encode()
        return request
