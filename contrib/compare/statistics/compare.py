#!/usr/bin/env python3
"""Compares the statistics of three simulated years with sums made from journal.list alone (RULES S1 to S5, S7, S9).

usage: compare.py [--gardend PATH] [--seed N] [--days N]; contrib/compare/statistics/run.sh runs it

The history has changes of the clocks, sessions between midnight and four, changes of the zone, renamed and removed
categories, days off, reopened tasks, refunds and undone changes. Prints what was compared, and fails at the first
difference.
"""
import argparse
import collections
import datetime
import json
import random
import subprocess
import sys

parser = argparse.ArgumentParser()
parser.add_argument("--gardend", default=".build/debug/gardend")
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--days", type=int, default=1096)
options = parser.parse_args()
chance = random.Random(options.seed)
first = datetime.date(2023, 11, 25)
last = first + datetime.timedelta(days=options.days)
names = ["Writing", "Reading", "Piano", "日本語", "Sport"]
lines, requests = [], {}
clock = datetime.datetime.combine(first, datetime.time(8))


def directive(**values):
    lines.append(json.dumps(values))


def request(method, **params):
    number = len(requests) + 1
    requests[number] = (method, params)
    lines.append(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}))
    return number


def at(day, hours):
    """Some hours after midnight UTC of a day."""
    global clock
    clock = max(clock, datetime.datetime.combine(day, datetime.time()) + datetime.timedelta(hours=hours))
    directive(at=clock.strftime("%Y-%m-%dT%H:%M:%SZ"))


def advance(seconds):
    global clock
    clock += datetime.timedelta(seconds=seconds)
    directive(advance=seconds)


for name in names:
    request("category.add", name=name)
for title, points in ("Wash", 200), ("Tidy", 50), ("Run", 500):
    request("task.add", title=title, points=points, standing=True, category=chance.choice(names))
request("shop.add", name="Coffee", price=100, category="Treats")
request("shop.add", name="Book", price=900, category="Treats", countsAsSpending=True)
request("points.adjust", amount=1_000_000, reason="to begin with")
tasks = 3
day = first
while day < last:
    if chance.random() < 0.02:
        directive(timezone=chance.choice(["Europe/Berlin", "America/New_York", "Pacific/Apia", "Asia/Kolkata"]))
    # Seldom: a category is renamed, removed or added again.
    if chance.random() < 0.02:
        old = chance.choice(names)
        new = old + "+"
        request("category.edit", name=old, newName=new)
        names[names.index(old)] = new
    if chance.random() < 0.02:
        request("category.remove", name=chance.choice(names))
    if chance.random() < 0.03:
        request("stats.off", **{"from": str(day + datetime.timedelta(days=chance.randint(0, 9)))})
    hours = chance.choice([0.5, 2.2, 9, 9, 14, 20])
    if chance.random() < 0.8:
        at(day, hours)
        for _ in range(chance.choice([1, 1, 2, 3, 5])):
            request("timer.start", category=chance.choice(names), minutes=chance.choice([25, 25, 25, 50, 7]), restart=True)
            advance(chance.choice([1500, 1500, 3000, 3000, 600]))
            request("timer.stop" if chance.random() < 0.7 else "timer.skip")
        request("timer.stop")
    for _ in range(chance.choice([0, 0, 1, 2])):
        request("task.done", title=chance.choice(["Wash", "Tidy", "Run"]), doubled=chance.random() < 0.1)
        if chance.random() < 0.15:
            request("journal.undo")
            if chance.random() < 0.3:
                request("journal.redo")
    if chance.random() < 0.3:
        tasks += 1
        request("task.add", title=f"Task {tasks}", points=chance.choice([0, 30, 70]), category=chance.choice(names))
        request("task.done", id=tasks)
    if tasks > 4 and chance.random() < 0.1:
        request("task.undone", id=chance.randint(max(4, tasks - 20), tasks))
    if chance.random() < 0.3:
        request("shop.buy", name="Coffee")
        if chance.random() < 0.3:
            request("shop.refund")
    if chance.random() < 0.3:
        request("rate.add", amount=chance.choice([200, 1500, 4000, -300]))
        if chance.random() < 0.2:
            request("journal.undo")
    if chance.random() < 0.1:
        request("shop.buy", name="Book")
        if chance.random() < 0.3:
            request(chance.choice(["shop.refund", "journal.undo"]))
    if chance.random() < 0.05:
        request("rate.force", tier=chance.choice([0, 2, 5]))
    if chance.random() < 0.05:
        request("points.adjust", amount=chance.choice([-500, 700]), reason="counted wrong")
    day += datetime.timedelta(days=1)
at(last, 12)
asked = []
for _ in range(60):
    span = sorted(first + datetime.timedelta(days=chance.randint(0, options.days)) for _ in range(2))
    params = {"from": str(span[0]), "to": str(span[1])}
    if chance.random() < 0.5:
        params["category"] = chance.choice(names + ["Writing", "Treats", "Default"])
    asked.append(request(chance.choice(["stats.heatmap", "stats.summary"]), **params))
for _ in range(40):
    span = sorted(first + datetime.timedelta(days=chance.randint(-5, options.days)) for _ in range(2))
    span[1] = min(span[1], span[0] + datetime.timedelta(days=365))
    asked.append(request("stats.trend", **{"from": str(span[0]), "to": str(span[1])}))
for _ in range(60):
    asked.append(request("stats.day", day=str(first + datetime.timedelta(days=chance.randint(0, options.days)))))
asked += [request("stats.streak"), request("stats.summary"), request("stats.heatmap"), request("stats.day"),
          request("stats.trend")]
pages = [request("journal.list", since=page * 1000, limit=1000) for page in range(options.days * 50 // 1000 + 1)]
categories_asked = request("category.list")

simulated = subprocess.run(
    [options.gardend, "simulate", "--start", f"{first}T08:00:00Z", "--timezone", "Europe/Berlin"],
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
facts, offs, removed, undone = [], [], {}, set()
completions = collections.defaultdict(list)
today = None
# The balance, the meter and the tier, now, at the end of each day, and before each change; for undone changes, what they changed.
economy = {"balance": 0, "meter": 0, "tier": 0}
closings, differences = {}, {}
for event in events:
    seq, kind, data = event["seq"], event["type"], event["data"]
    if not data.get("cause"):
        change, before = seq, dict(economy)
    if kind == "day.rolledOver":
        closings[today] = dict(economy)
    if kind in ("points.earned", "points.adjusted", "shop.bought", "shop.refunded"):
        economy["balance"] += data.get("amount", 0)
    elif kind in ("rate.added", "rate.set", "rate.forced", "rate.decayed"):
        economy["meter"], economy["tier"] = data["meter"], data["tier"]
    elif kind in ("change.undone", "change.redone"):
        sign = -1 if kind == "change.undone" else 1
        for name, amount in differences[data["change"]].items():
            economy[name] += sign * amount
    if kind not in ("change.undone", "change.redone"):
        differences[change] = {name: economy[name] - before[name] for name in economy}

    def add(day, category, hour=None, **figures):
        facts.append(Fact(seq, day, category, figures, hour))

    if kind == "daemon.started" and today is None:
        today = event["at"][:10]
    elif kind in ("day.rolledOver", "day.corrected"):
        today = data["day"]
    elif kind == "focus.completed":
        add(data["day"], data["categoryId"], int(data["start"][11:13]), sessions=1, seconds=data["seconds"])
    elif kind in ("timer.stopped", "timer.skipped") and data.get("interrupted"):
        add(data["interrupted"]["day"], data["interrupted"]["categoryId"], interruptions=1)
    elif kind == "task.completed":
        add(today, data["categoryId"], tasks=1)
        completions[data["id"]].append((seq, today, data["categoryId"]))
    elif kind == "task.reopened":
        _, day, category = completions[data["id"]][-1]
        add(day, category, tasks=-1)
    elif kind == "points.earned":
        add(today, data["categoryId"], earned=data["amount"])
    elif kind == "shop.bought":
        add(today, data["categoryId"], spent=data["price"], money=data["fed"])
    elif kind == "shop.refunded":
        add(today, data["categoryId"], spent=-data["price"], money=-data["fed"])
    elif kind == "rate.added" and not data.get("cause"):
        add(today, None, money=data.get("amount", 0))
    elif kind == "category.removed":
        removed[data["id"]] = data["name"]
    elif kind == "stats.offChanged":
        offs.append((seq, data["days"], data["off"]))
    elif kind == "change.undone":
        undone.add(data["change"])
    elif kind == "change.redone":
        undone.discard(data["change"])

# The events of a change follow its first one, up to the first event of the next change: an undone one has no other cause.
causes = {}
for event in events:
    cause = event["data"].get("cause")
    previous = causes.get(event["seq"] - 1, event["seq"] - 1)
    causes[event["seq"]] = previous if cause else event["seq"]
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


def name_of(category):
    if category in active:
        return active[category]
    return removed.get(category, "")


def of_category(name):
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


def expected(method, params):
    if params.get("category") and not of_category(params["category"]):
        known = [name.lower() for name in list(active.values()) + list(removed.values())]
        if params["category"].lower() not in known:
            return None
    chosen = of_category(params["category"]) if "category" in params else facts
    end = params.get("to", today)
    if method == "stats.day":
        day = params.get("day", today)
        chosen = [fact for fact in chosen if fact.day == day]
        return {
            "day": day, **totals(chosen), "goalMinutes": 0, "off": day in days_off,
            "hours": [
                {"hour": hour, "minutes": total([fact for fact in chosen if fact.hour == hour], "seconds") // 60}
                for hour in HOURS]}
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
            closing = economy if day == today else closings.get(day)
            closing = {**closing, "rate": RATES[closing["tier"]]} if closing else dict.fromkeys([*economy, "rate"])
            rows.append({"day": day, **totals(by_day[day]), "money": total(by_day[day], "money"), **closing})
        chosen = [fact for fact in chosen if days[0] <= fact.day <= days[-1]]
        return {"days": rows, "hours": [
            {"hour": hour, "minutes": total([fact for fact in chosen if fact.hour == hour], "seconds") // 60}
            for hour in HOURS]}
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
        reached[fact.day] += fact.figures.get("sessions", 0)
    for day in span(str(first - datetime.timedelta(days=2)), today):
        if day in days_off:
            continue
        if reached[day] > 0:
            current += 1
        elif day != today:
            current = 0
        longest = max(longest, current)
    minutes = total([fact for fact in facts if fact.day == today], "seconds") // 60
    return {
        "current": current, "longest": longest, "goalMinutes": 0, "todayMinutes": minutes,
        "reachedToday": reached[today] > 0}


for number in asked:
    method, params = requests[number]
    answer = answers[number]
    result = answer.get("result")
    wanted = expected(method, params)
    if result is None and answer["error"]["data"]["code"] not in ("not_found", "refused"):
        sys.exit(f"{method} {params}: {answer}")
    if result is None and answer["error"]["data"].get("reason") == "out_of_range":
        continue
    if result != wanted:
        sys.exit(f"{method} {json.dumps(params)}:\n  is       {json.dumps(result)[:3000]}\n  expected {json.dumps(wanted)[:3000]}")
refused = sum("error" in answers[number] for number in requests)
print(f"{len(asked)} answers equal: {len(events)} events, {len(facts)} facts, {len(undone)} changes undone, "
      f"{len(removed)} categories removed, {refused} requests refused")
