#!/usr/bin/env python3
"""Compares the statistics of three simulated years with sums made from journal.list alone (RULES S1 to S5, S7, S9).

usage: compare.py [--gardend PATH] [--seed N] [--days N]; contrib/compare/statistics/run.sh runs it

The history has changes of the clocks, sessions between midnight and four, changes of the zone, renamed, removed and merged
categories, open and partial sessions, days off, reopened tasks, refunds, undone changes, late changes, and sessions that were
corrected, split, removed, and moved to other days. It is asked about as it is, and as of past days. Prints what was compared,
and fails at the first difference.
"""
import collections
import datetime
import functools
import itertools
import json
import subprocess
import sys
import tempfile
import zoneinfo

from life import asked, categories_asked, first, lines, options, pages, requests

with tempfile.NamedTemporaryFile("w", suffix=".toml") as config:
    config.write("[rewards]\npoints_per_focus = 20\n[timer]\npartial_sessions = true\n")
    config.flush()
    simulated = subprocess.run(
        [options.gardend, "simulate", "--start", f"{first}T08:00:00Z", "--timezone", "Europe/Berlin",
         "--config", config.name],
        input="\n".join(lines) + "\n", capture_output=True, text=True)
if simulated.returncode:
    sys.exit(simulated.stderr)
answers = {}
for line in simulated.stdout.splitlines():
    answer = json.loads(line)
    if "id" in answer:
        answers[answer["id"]] = answer
events = [event for page in pages for event in answers[page]["result"]]
if [event["seq"] for event in events] != list(range(1, len(events) + 1)):
    sys.exit("journal.list has not returned every event")
active = {entry["id"]: entry["name"] for entry in answers[categories_asked]["result"]}

# MARK: The sums

RATES = [1.0, 1.5, 2.0, 3.0, 4.0, 5.0]
Fact = collections.namedtuple("Fact", "seq day category figures hour")
facts, offs, removed, undone, merges = [], [], {}, set(), []
completions = collections.defaultdict(list)
# What each session was, by the change that made it so: its instant of beginning, and its figures.
versions = collections.defaultdict(list)
today = None
zone = zoneinfo.ZoneInfo("Europe/Berlin")
# The meter and the tier, now, at the end of each day, and before each change; for undone changes, what they changed.
economy = {"meter": 0, "tier": 0}
closings, differences, late = {}, {}, {}


LATE = ("task.completed", "shop.bought", "rate.added", "points.adjusted", "session.added")


def logical_day(instant):
    """The day of an instant, by the local time that it is written with: it begins at four (RULES L1)."""
    if isinstance(instant, str):
        instant = datetime.datetime.fromisoformat(instant)
    return str(instant.date() - datetime.timedelta(days=instant.hour < 4))


def hours_of(session):
    """The seconds of a session by the hour of its day, on the clock that showed its beginning (RULES S3)."""
    start, end = (datetime.datetime.fromisoformat(session[name]) for name in ("start", "end"))
    clock = zone if start.astimezone(zone).utcoffset() == start.utcoffset() else start.tzinfo
    pauses = [[datetime.datetime.fromisoformat(text).timestamp() for text in pause] for pause in session["pauses"]]
    cuts = {start.timestamp(), end.timestamp(), *(time for pause in pauses for time in pause)}
    # Every hour begins, and every clock is set, at a quarter of an hour.
    cuts |= {quarter * 900 for quarter in range(int(start.timestamp() // 900) + 1, int(end.timestamp() // 900) + 1)}
    cuts = sorted(cut for cut in cuts if start.timestamp() <= cut <= end.timestamp())
    pieces = [
        (datetime.datetime.fromtimestamp(left, clock), round((right - left) * 1000)) for left, right in zip(cuts, cuts[1:])
        if not any(pause[0] <= left < pause[1] for pause in pauses)]
    whole = sum(length for _, length in pieces)
    if not whole or whole > 2 * 86_400_000:
        return {start.hour: session["seconds"]}
    hours, passed, counted = collections.Counter(), 0, 0
    for local, length in pieces:
        passed += length
        share = session["seconds"] * passed // whole - counted
        counted += share
        hours[local.hour] += share
    return dict(hours)


def resolved(category, at=None):
    """Where the history of a category continues, after the merges before a change (RULES T26)."""
    for seq, sources, target in merges:
        if seq not in undone and (at is None or seq < at) and category in sources:
            category = target
    return category


def begins_change(event):
    """Whether an event is the first of its change. A category that a session brings comes before it."""
    previous = events[event["seq"] - 2]
    brings = (event["type"].startswith("session.") and previous["type"] == "category.added"
              and previous["data"]["id"] == event["data"]["categoryId"])
    return not event["data"].get("cause") and not brings


for event in events:
    seq, kind, data = event["seq"], event["type"], event["data"]
    if begins_change(event):
        change, before = seq, dict(economy)
    # What is entered afterwards has the time at which it happened (RULES P22).
    is_late = event["recorded"] is not None and event["type"] != "day.rolledOver" and today is not None
    own = logical_day(event["at"]) if is_late else today
    if kind == "day.rolledOver":
        closings[today] = dict(economy)
    if kind in ("rate.set", "rate.forced", "rate.decayed", "rate.lowered") or kind == "rate.added" and not is_late:
        economy["meter"], economy["tier"] = data["meter"], data["tier"]
    elif kind == "rate.recounted":
        economy["meter"], economy["tier"] = data["after"]["meter"], data["after"]["tier"]
    elif kind == "rate.daysRecounted":
        for end in data["days"]:
            if end["day"] in closings:
                closings[end["day"]] = {"meter": end["meter"], "tier": end["tier"]}
    elif kind in ("change.undone", "change.redone") and data["change"] not in late:
        sign = -1 if kind == "change.undone" else 1
        for name, amount in differences[data["change"]].items():
            economy[name] += sign * amount
    if kind not in ("change.undone", "change.redone"):
        differences[change] = {name: economy[name] - before[name] for name in economy}

    def add(day, category, hour=None, **figures):
        facts.append(Fact(seq, day, category, figures, hour))

    def instants(values):
        """Times of a session that can be compared in whatever zone they are written."""
        start, end, seconds, day, pauses = values
        return (datetime.datetime.fromisoformat(start), datetime.datetime.fromisoformat(end), seconds, day, len(pauses))

    def day_of_pay(session, known):
        """The current day at its end (RULES L7), or the day that ends there for what is entered or corrected (P13); today at most."""
        if kind.startswith(("focus.", "timer.")):
            return today
        end = datetime.datetime.fromisoformat(session["end"])
        if known and known[-1][1] and known[-1][1][0][1] == end:
            return known[-1][2][1][0]
        return min(logical_day(end - datetime.timedelta(milliseconds=1)), today)

    def set_session(session):
        """A session counts on the day on which it began, and what it earned on that on which it ended (RULES S7)."""
        known = [entry for entry in versions[(session or data)["id"]] if entry[0] not in undone]
        for day, category, hour_of_day, figures in known[-1][2] if known else []:
            add(day, category, hour_of_day, **{name: -figure for name, figure in figures.items()})
        parts = []
        if session:
            points = {"earned": session["points"], "amount": session["points"]}
            figures, hours = {"interruptions": 1}, {}
            if session["outcome"] in ("completed", "partial"):
                is_whole = session["outcome"] == "completed"
                figures = {"sessions": int(is_whole), "reached": int(session["exp"] > 0)}
                # What changes no time keeps the hours; another zone changes the words only.
                time = [session[name] for name in ("start", "end", "seconds", "day", "pauses")]
                is_same = known and known[-1][1] and known[-1][1][0] == instants(time)
                hours = known[-1][1][1] if is_same else hours_of(session)
                times = (instants(time), hours)
            else:
                times = None
            parts = [(session["day"], session["categoryId"], None, figures),
                     (day_of_pay(session, known), session["categoryId"], None, points)]
            parts += [(session["day"], session["categoryId"], hour, {"seconds": count}) for hour, count in hours.items()]
            versions[session["id"]].append((change, times, parts))
        for day, category, hour_of_day, figures in parts:
            add(day, category, hour_of_day, **figures)

    if is_late and kind in LATE and not data.get("cause"):
        late[seq] = kind
    if kind == "daemon.started" and today is None:
        today = event["at"][:10]
    elif kind == "timezone.changed":
        zone = zoneinfo.ZoneInfo(data["timezone"])
    elif kind in ("day.rolledOver", "day.corrected"):
        today = data["day"]
    elif kind in ("focus.completed", "session.added", "session.edited"):
        set_session(data)
    elif kind in ("timer.stopped", "timer.skipped") and data.get("interrupted"):
        set_session(data["interrupted"])
    elif kind == "session.removed":
        set_session(None)
    elif kind == "task.completed" and data["points"] < 0:
        pass
    elif kind == "task.completed":
        add(own, data["categoryId"], tasks=1)
        completions[data["id"]].append((seq, own, data["categoryId"]))
    elif kind == "task.reopened":
        _, day, category = [entry for entry in completions[data["id"]] if entry[0] not in undone][-1]
        add(day, category, tasks=-1)
    elif kind in ("points.earned", "points.adjusted") and data.get("cause", "").startswith(("session.", "timer.", "focus.")):
        pass
    elif kind == "points.earned":
        add(own, data["categoryId"], earned=data["amount"], amount=data["amount"])
    elif kind == "points.spent":
        add(own, data["categoryId"], spent=-data["amount"], amount=data["amount"])
    elif kind == "points.adjusted":
        add(own, None, amount=data["amount"])
    elif kind == "shop.bought":
        add(own, data["categoryId"], spent=data["price"], money=data["fed"], amount=-data["price"])
    elif kind == "shop.refunded":
        add(today, data["categoryId"], spent=-data["price"], money=-data["fed"], amount=data["price"])
    elif kind == "rate.added" and not data.get("cause"):
        add(own, None, money=data.get("amount", 0))
    elif kind == "category.removed":
        removed[data["id"]] = data["name"]
    elif kind == "category.merged":
        # A removed category that it had continued by its name goes with it.
        same = {key for key, name in removed.items()
                if name.lower() == data["from"].lower() and resolved(key) == key}
        merges.append((seq, same | {data["fromId"]}, data["id"]))
    elif kind == "stats.offChanged":
        offs.append((seq, data["days"], data["off"]))
    elif kind == "change.undone":
        undone.add(data["change"])
    elif kind == "change.redone":
        undone.discard(data["change"])

# The events of a change follow its first one, up to the first event of the next change: an undone one has no other cause.
causes = {}
for event in events:
    previous = causes.get(event["seq"] - 1, event["seq"] - 1)
    causes[event["seq"]] = event["seq"] if begins_change(event) else previous
facts = [fact for fact in facts if fact.seq not in undone and causes[fact.seq] not in undone]
days_off = set()
for seq, days, is_off in offs:
    if seq not in undone:
        days_off = days_off | set(days) if is_off else days_off - set(days)
FIGURES = ["sessions", "interruptions", "tasks", "earned", "spent"]


def total(chosen, figure):
    return sum(fact.figures.get(figure, 0) for fact in chosen)


def totals(chosen):
    return {"minutes": total(chosen, "seconds") // 60, **{figure: total(chosen, figure) for figure in FIGURES}}


def minutes_by_hour(chosen):
    """The minutes of each hour of a day; the seconds beyond them count in the next one (RULES S3)."""
    seconds = itertools.accumulate(total([fact for fact in chosen if fact.hour == hour], "seconds") for hour in HOURS)
    minutes = [0] + [passed // 60 for passed in seconds]
    return [{"hour": hour, "minutes": after - before} for hour, before, after in zip(HOURS, minutes, minutes[1:])]


@functools.cache
def name_of(category):
    category = resolved(category)
    if category in active:
        return active[category]
    return removed.get(category, "")


def of_category(name, facts):
    return [fact for fact in facts if name_of(fact.category).lower() == name.lower()]


def span(start, end):
    start, end = datetime.date.fromisoformat(start), datetime.date.fromisoformat(end)
    return [str(start + datetime.timedelta(days=number)) for number in range((end - start).days + 1)]


HOURS = [(hour + 4) % 24 for hour in range(24)]


def in_range(days, chosen):
    chosen = [fact for fact in chosen if days[0] <= fact.day <= days[-1]]
    by_hour = {hour: total([fact for fact in chosen if fact.hour == hour], "seconds") for hour in HOURS}
    best = max(by_hour.values())
    return {
        "from": days[0], "to": days[-1], "days": len(days), **totals(chosen),
        "averagePerDay": total(chosen, "seconds") // 60 // len(days),
        "bestHour": next(hour for hour in HOURS if by_hour[hour] == best) if best else None}


all_facts, last_day = facts, today


def closing(day):
    """The balance, the meter and the tier at the end of a day; `None` before the garden began and for a day to come."""
    if day != today and day not in closings:
        return None
    balance = sum(fact.figures.get("amount", 0) for fact in facts if fact.day <= day)
    return {"balance": balance, **(economy if day == today else closings[day])}


def expected(method, params):
    today = params.get("asOf", last_day)
    facts = [fact for fact in all_facts if fact.day <= today]
    if params.get("category") and not of_category(params["category"], facts):
        known = [name_of(category).lower() for category in [*active, *removed]]
        if params["category"].lower() not in known:
            return None
    chosen = of_category(params["category"], facts) if "category" in params else facts
    end = params.get("to", today)
    if method == "stats.day":
        day = params.get("day", today)
        chosen = [fact for fact in chosen if fact.day == day]
        return {
            "day": day, **totals(chosen), "goalMinutes": 0, "off": day in days_off,
            "hours": minutes_by_hour(chosen)}
    if method == "points.get":
        chosen = [fact for fact in facts if fact.day == today]
        return {"balance": closing(today)["balance"], "earnedToday": total(chosen, "earned"),
                "spentToday": total(chosen, "spent")}
    back = 6 if method == "stats.summary" else 364
    start = params.get("from", str(datetime.date.fromisoformat(end) - datetime.timedelta(days=back)))
    days = span(start, end)
    if method == "stats.heatmap":
        by_day = collections.defaultdict(list)
        for fact in chosen:
            by_day[fact.day].append(fact)
        rows = []
        for day in days:
            minutes = total(by_day[day], "seconds") // 60
            rows.append({
                "day": day, "minutes": minutes, "bucket": sum(minutes > bound for bound in (0, 25, 50, 100)),
                "sessions": total(by_day[day], "sessions"), "tasks": total(by_day[day], "tasks")})
        return rows
    if method == "stats.trend":
        by_day = collections.defaultdict(list)
        for fact in chosen:
            by_day[fact.day].append(fact)
        rows = []
        for day in days:
            end = closing(day) if day <= today else None
            end = {**end, "rate": RATES[end["tier"]]} if end else dict.fromkeys(["balance", "meter", "tier", "rate"])
            rows.append({"day": day, **totals(by_day[day]), "money": total(by_day[day], "money"), **end})
        chosen = [fact for fact in chosen if days[0] <= fact.day <= days[-1]]
        return {"days": rows, "hours": minutes_by_hour(chosen)}
    if method == "stats.summary":
        groups = collections.defaultdict(list)
        for fact in chosen:
            if days[0] <= fact.day <= days[-1]:
                groups[name_of(fact.category).lower()].append(fact)
        rows = []
        for group in groups.values():
            name = name_of(group[0].category)
            number = next((key for key, value in active.items() if value.lower() == name.lower()), None)
            name = active.get(number, name)
            sums = totals(group)
            if total(group, "seconds") or any(sums.values()):
                order = (-total(group, "seconds"), -sums["tasks"], -sums["earned"], name)
                rows.append((order, {"category": name, "categoryId": number, **sums}))
        before = span(
            str(datetime.date.fromisoformat(days[0]) - datetime.timedelta(days=len(days))),
            str(datetime.date.fromisoformat(days[0]) - datetime.timedelta(days=1)))
        return {
            **in_range(days, chosen), "categories": [row for _, row in sorted(rows, key=lambda row: row[0])],
            "before": in_range(before, chosen)}
    current = longest = 0
    reached = collections.Counter()
    for fact in facts:
        reached[fact.day] += fact.figures.get("reached", 0)
    for day in span(str(first - datetime.timedelta(days=2)), today):
        if day in days_off:
            continue
        if reached[day] > 0:
            current += 1
        elif day != today or today != last_day:
            # A day that has ended breaks it (RULES S4).
            current = 0
        longest = max(longest, current)
    minutes = total([fact for fact in facts if fact.day == today], "seconds") // 60
    return {
        "current": current, "longest": longest, "goalMinutes": 0, "todayMinutes": minutes,
        "reachedToday": reached[today] > 0}


def differing(result, wanted, path=""):
    """Where an answer is not as expected, with both values."""
    both = [result, wanted]
    if all(isinstance(value, dict) for value in both) and result.keys() == wanted.keys():
        for name in result:
            yield from differing(result[name], wanted[name], f"{path}.{name}")
    elif all(isinstance(value, list) for value in both) and len(result) == len(wanted):
        for number, (one, other) in enumerate(zip(result, wanted)):
            yield from differing(one, other, f"{path}[{number}]")
    elif result != wanted:
        yield {"at": path, "is": result, "expected": wanted}


for number in asked:
    method, params = requests[number]
    answer = answers[number]
    result = answer.get("result")
    wanted = expected(method, params)
    if result is None and answer["error"]["data"]["code"] not in ("not_found", "refused"):
        sys.exit(f"{method} {params}: {answer}")
    if result is None and answer["error"]["data"].get("reason") == "out_of_range":
        continue
    if method == "points.get":
        result = {name: result[name] for name in wanted}
    if result != wanted:
        sys.exit(f"{method} {json.dumps(params)}: " + json.dumps(list(differing(result, wanted)))[:2000])
refused = sum("error" in answers[number] for number in requests)
counts = collections.Counter(requests[number][0] for number in requests if "result" in answers[number])
print(f"{len(asked)} answers equal: {len(events)} events, {len(facts)} facts, {len(late)} late changes, "
      + ", ".join(f"{counts[name]} {name}" for name in (
          "session.add", "session.edit", "session.split", "session.remove", "category.merge", "timer.finish"))
      + f", {len(undone)} changes undone, {len(removed)} categories removed, {refused} requests refused")
