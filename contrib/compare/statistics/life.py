"""Three simulated years of a person: the lines of a script for `gardend simulate`, and what is asked at its end."""
import argparse
import datetime
import json
import random

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
for title, points in ("Wash", 200), ("Tidy", 50), ("Run", 500), ("Sweets", -130):
    request("task.add", title=title, points=points, standing=True, category=chance.choice(names))
request("shop.add", name="Coffee", price=100, category="Treats")
request("shop.add", name="Book", price=900, category="Treats", countsAsSpending=True)
request("points.adjust", amount=1_000_000, reason="to begin with")
tasks, sessions = 4, 3


def later(when, minutes):
    return (when + datetime.timedelta(minutes=minutes)).strftime("%Y-%m-%dT%H:%M:%SZ")


def past(day):
    """An instant of one of the days before, seldom one of long ago."""
    back = chance.choice([0, 1, 1, 2, 5, 12, 100])
    then = max(first, day - datetime.timedelta(days=back))
    return datetime.datetime.combine(then, datetime.time(chance.choice([0, 3, 9, 12, 17, 22]), chance.randint(0, 59)))


def change_late(day):
    """Something that is entered afterwards."""
    when = past(day)
    text = later(when, 0)
    kind = chance.choice(["done", "buy", "rate", "points", "add", "add", "edit", "edit", "move", "move", "split", "remove"])
    session = max(1, sessions - chance.choice([0, 1, 2, 3, 5, 20, 200]))
    if kind == "done":
        request("task.done", title=chance.choice(["Wash", "Tidy", "Run", "Sweets"]), at=text)
    elif kind == "buy":
        request("shop.buy", name=chance.choice(["Coffee", "Book"]), at=text)
    elif kind == "rate":
        request("rate.add", amount=chance.choice([200, 1500, 4000, -300]), at=text)
    elif kind == "points":
        request("points.adjust", amount=chance.choice([-500, 700]), reason="forgotten", at=text)
    elif kind == "add":
        request("session.add", start=text, minutes=chance.choice([7, 25, 60, 130]), category=chance.choice(names), trim=True)
    elif kind == "edit":
        request("session.edit", id=session, **chance.choice([
            {"seconds": chance.choice([300, 1500, 3000])}, {"category": chance.choice(names)}, {"outcome": "completed"},
            {"outcome": "discarded"}, {"outcome": "stopped"}]))
    elif kind == "move":
        request("session.edit", id=session, start=text, end=later(when, chance.choice([10, 26, 90, 300])))
    elif kind == "split":
        # It is known when the session began only if this can move it.
        request("session.edit", id=session, start=text, end=later(when, 90))
        request("session.split", id=session, at=later(when, chance.choice([4, 31, 50])))
    else:
        request("session.remove", id=session)
    if chance.random() < 0.2:
        request("journal.undo")
        if chance.random() < 0.4:
            request("journal.redo")


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
    # Seldom: one goes into another one, and its name is used again.
    if chance.random() < 0.03:
        merged, target = chance.sample(names, 2)
        request("category.merge", name=merged, into=target)
        undoing = chance.random()
        if undoing < 0.3:
            request("journal.undo")
        if undoing < 0.1:
            request("journal.redo")
    if chance.random() < 0.03:
        request("stats.off", **{"from": str(day + datetime.timedelta(days=chance.randint(0, 9)))})
    hours = chance.choice([0.5, 2.2, 9, 9, 14, 20])
    if chance.random() < 0.8:
        at(day, hours)
        for _ in range(chance.choice([1, 1, 2, 3, 5])):
            is_open = chance.random() < 0.2
            length = {"open": True} if is_open else {"minutes": chance.choice([25, 25, 25, 50, 7])}
            request("timer.start", category=chance.choice(names), restart=True, **length)
            sessions += 1
            advance(chance.choice([1500, 1500, 3000, 3000, 600]))
            request("timer.finish" if is_open else "timer.stop" if chance.random() < 0.7 else "timer.skip")
        request("timer.stop")
    for _ in range(chance.choice([0, 0, 1, 2])):
        request("task.done", title=chance.choice(["Wash", "Tidy", "Run", "Sweets"]), doubled=chance.random() < 0.1)
        if chance.random() < 0.15:
            request("journal.undo")
            if chance.random() < 0.3:
                request("journal.redo")
    if chance.random() < 0.3:
        tasks += 1
        request("task.add", title=f"Task {tasks}", points=chance.choice([0, 30, 70]), category=chance.choice(names))
        request("task.done", id=tasks)
    if tasks > 5 and chance.random() < 0.1:
        request("task.undone", id=chance.randint(max(5, tasks - 20), tasks))
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
    if chance.random() < 0.5:
        change_late(day)
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
for _ in range(100):
    then = first + datetime.timedelta(days=chance.randint(1, options.days))
    span = sorted(first + datetime.timedelta(days=chance.randint(0, (then - first).days)) for _ in range(2))
    method = chance.choice(["stats.day", "stats.summary", "stats.streak", "stats.heatmap", "stats.trend", "points.get"])
    params = {"asOf": str(then)}
    if method == "stats.day":
        params["day"] = str(span[0])
    elif method not in ("stats.streak", "points.get") and chance.random() < 0.7:
        params.update({"from": str(max(span[0], then - datetime.timedelta(days=365))), "to": str(then)})
    if method in ("stats.day", "stats.summary", "stats.heatmap") and chance.random() < 0.4:
        params["category"] = chance.choice(names + ["Writing", "Treats"])
    asked.append(request(method, **params))
pages = [request("journal.list", since=page * 1000, limit=1000) for page in range(options.days * 50 // 1000 + 1)]
categories_asked = request("category.list")
