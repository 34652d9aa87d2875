"""The checks of one answer, and of what its request changed."""

import json
import re

from daemon import NoAnswer


def identity(value):
    """A value that True, 1 and 1.0 have each of their own."""
    return type(value).__name__, repr(value)


class Checks:
    """The part of a World that reads answers."""

    def succeeded(self, request):
        return isinstance(request.answer, dict) and "result" in request.answer

    def content(self, request):
        """An answer without its id."""
        return {name: value for name, value in (request.answer or {}).items() if name != "id"}

    def check(self, request, seqs):
        """Checks an answer, and the events between the numbers before and after; None if they are not known."""
        answer, method = request.answer, request.method

        def violation(check, reason):
            self.violations.add(check, method.name, reason, request.text)

        if request.is_silent:
            if answer is not None or seqs:
                violation("answers", "a notification was answered or changed something")
            return
        if answer is None:
            return
        if answer.get("jsonrpc") != "2.0" or ("result" in answer) == ("error" in answer):
            return violation("answers", f"neither result nor error, or no version: {answer}")
        if identity(answer["id"]) != identity(None if request.has_null_id else request.id):
            violation("answers", f"the id is {answer['id']!r}")
        if "error" in answer:
            if seqs:
                violation("changes", f"refused with {answer['error']['data']}, and made {self.type_names(seqs)}")
            self.check_error(request, answer["error"], violation)
        else:
            self.check_result(request, answer, seqs, violation)
        if request.same is not None and self.content(request) != request.same:
            if answer.get("error", {}).get("data", {}).get("reason") != "purged":
                violation("keys", f"{request.earlier}the repeat has another answer: {self.content(request)}; first: {request.same}")
        if request.same is not None and seqs:
            violation("keys", f"{request.earlier}the repeat made {self.type_names(seqs)}")

    def type_names(self, seqs):
        return ", ".join(json.loads(self.lines[seq])["params"]["type"] for seq in seqs if seq in self.lines) or "an event"

    def check_error(self, request, error, violation):
        method = request.method
        problem = self.document.problem_of_error(method, error)
        if problem:
            return violation("errors", problem)
        data = error["data"]
        word = data["code"]
        self.counts["answer", word] += 1
        if word == "refused":
            self.counts["reason", data["reason"]] += 1
            for example in data.get("examples", []):
                self.generator.pool.add(method.feature, data.get("param", "text"), example)
        if word in ("storage_failed", "overloaded"):
            # Nothing can be changed from now on. What is said to be damaged was made by another request.
            event = re.search(r"event (\d+)", error["message"])
            made = self.makers.get(int(event[1]), b"") if event else b""
            raise NoAnswer(f"{word}: {error['message']}; made by {made.decode(errors='replace')[:300]}")
        if request.codes:
            if word not in request.codes or (request.reason and data.get("reason") != request.reason):
                violation("keys" if request.reason else "errors",
                          f"{request.earlier}{word} instead of {request.wanted}: {error['message']}")
        elif word in ("parse_error", "invalid_request", "method_not_found"):
            violation("errors", f"{word} for a request that is valid: {error['message']}")
        elif request.expected == "invalid" and (
                word not in ("invalid_params", "too_large")
                or request.has_only_surplus_nulls and data.get("param") not in request.offenders):
            violation("stricter", f"invalid by the schema, and read: {request.fault}")
        elif word == "invalid_params":
            param = data.get("param")
            if not isinstance(param, str):
                violation("errors", f"invalid_params without a param: {error['message']}")
            elif request.expected == "valid" and request.same is None:
                violation("laxer", f"valid by the schema: {error['message']}")
            elif request.expected == "invalid" and not {param, param.split(".")[0]} & request.offenders:
                violation("errors", f"the param is {param!r}, not one of {sorted(request.offenders)}: {error['message']}")

    def check_result(self, request, answer, seqs, violation):
        method, result = request.method, answer["result"]
        self.counts["answer", "result"] += 1
        if request.codes:
            violation("keys" if request.reason else "errors", f"{request.earlier}a result instead of {request.wanted}")
        elif request.expected == "invalid":
            violation("stricter", f"invalid by the schema, and accepted: {request.fault}")
        problem = self.document.results.problem(method.result, result)
        if problem:
            violation("results", f"the result{problem}")
        if not method.is_change and seqs:
            violation("changes", f"a query made {self.type_names(seqs)}")
        if "meta" in answer:
            self.check_meta(answer["meta"], method, violation)
        if isinstance(method.result, dict) and method.result.get("items", {}).get("x-name") == "Event" and not problem:
            self.compare_events(result, None, method.name)
        if seqs is not None and not seqs:
            request.is_noop = True
        self.generator.pool.harvest(method.feature, method.result, result)
        if method.is_change and request.same is None and not request.codes and request.expected == "valid":
            kept = {name: value for name, value in request.params.items() if name != "key"}
            self.accepted.setdefault(method.name, []).append(kept)
            del self.accepted[method.name][:-5]

    def check_meta(self, meta, method, violation):
        created = meta.get("created", []) if isinstance(meta, dict) else None
        if not method.is_change or created is None or not all(
                isinstance(entry, dict) and isinstance(entry.get("name"), str) and "similar" in entry for entry in created):
            violation("results", f"the meta is {meta}")
