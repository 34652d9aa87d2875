"""Gardens for the check of reports: lines for `gardend simulate`, and when each begins."""

import datetime
import json
import random

NAMES = ["Writing", "Reading", "Piano", "Cooking"]
STRANGE = [
    "<script>alert(1)</script>", "Tom & \"Jerry\" 's", "🌻 Sunflowers 👩‍🌾", "לימוד עברית (שנה א׳)", "تعلّم العربية <b>",
    "A name that goes on and on until all of its hundred characters are used, and no one reads any of it."[:100],
]


def request(method, **params):
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})


def at(moment):
    return json.dumps({"at": moment.strftime("%Y-%m-%dT%H:%M:%SZ")})


def sessions(category, count, minutes=25):
    for _ in range(count):
        yield request("timer.start", category=category, minutes=minutes, restart=True)
        yield json.dumps({"advance": minutes * 60})
        yield request("timer.stop")


def history(end, days, names, seed=7):
    """A person's days: more focus in winter, holidays, tasks that pay, a shop, and money that raises the rate."""
    chance = random.Random(seed)
    for name, color in zip(names, ["blue", "orange", "pink", "green", "#7A4FBF", "black"]):
        yield request("category.add", name=name, color=color)
    for number, name in enumerate(names[:3]):
        yield request("task.add", title=f"Habit {number}", standing=True, category=name, points=[30, 50, 120][number])
    yield request("shop.add", name="Coffee", price=100, category="Treats")
    yield request("shop.add", name="Headphones", price=2500, category="Things", countsAsSpending=True)
    for day in range(days, 0, -1):
        morning = end - datetime.timedelta(days=day) + datetime.timedelta(hours=chance.choice([-2, 0, 0, 1, 5]))
        yield at(morning)
        is_holiday = (end - datetime.timedelta(days=day)).timetuple().tm_yday in range(205, 222)
        is_weekend = morning.weekday() > 4
        most = 0 if is_holiday else 2 if is_weekend else 5
        if chance.random() < 0.88:
            yield from sessions(names[0], chance.randint(0, most))
        if chance.random() < 0.4:
            yield from sessions(names[1], chance.randint(0, max(1, most // 2)), 50)
        if len(names) > 2 and day < days * 0.6 and chance.random() < 0.3:
            yield from sessions(names[2], 1)
        if chance.random() < 0.1:
            yield from sessions(chance.choice(names[-2:]), 1)
        if not is_holiday:
            for _ in range(chance.choice([0, 1, 1, 2, 4])):
                yield request("task.done", title=f"Habit {chance.randint(0, min(3, len(names)) - 1)}")
        for _ in range(chance.choice([0, 0, 0, 1, 2])):
            yield request("shop.buy", name="Coffee")
        if chance.random() < 0.16:
            yield request("rate.add", amount=chance.choice([400, 900, 1800, 3500]), note="shopping")
        if chance.random() < 0.02:
            yield request("shop.buy", name="Headphones")


def gardens(now):
    """Their names, with when each begins and its lines."""
    midnight = now.replace(hour=9, minute=0, second=0)
    hour = datetime.timedelta(hours=1)
    day = datetime.timedelta(days=1)
    yield "empty", now - hour, []
    yield "one-day", now - hour, [*sessions("Reading", 1), at(now)]
    yield "year", midnight - 401 * day, [*history(midnight, 400, NAMES), at(now)]
    yield "names", midnight - 31 * day, [
        *history(midnight, 30, STRANGE), request("category.remove", name=STRANGE[2]), at(now)]
