"""The occurrences of a rule according to python-dateutil, with the differences that Pocket Garden makes on purpose.

The article Recurrence.md lists the differences; each is marked "Difference" here.
"""

import datetime
import itertools
import types
from zoneinfo import ZoneInfo

import dateutil.rrule
from dateutil.relativedelta import relativedelta

EPOCH = datetime.datetime(1970, 1, 1)
UTC = datetime.timezone.utc
FREQUENCIES = ["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY"]
WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
PARAMETERS = {
    "BYMONTH": "bymonth", "BYWEEKNO": "byweekno", "BYYEARDAY": "byyearday", "BYMONTHDAY": "bymonthday",
    "BYHOUR": "byhour", "BYMINUTE": "byminute", "BYSETPOS": "bysetpos",
}


def minutes(wall):
    """Minutes since the epoch of the wall clock."""
    return (wall - EPOCH) // datetime.timedelta(minutes=1)


def week_number(day, week_start):
    """The number of the day's week, and the number of weeks of the year to which that week belongs."""
    fourth = day + datetime.timedelta(3 - (day.weekday() - week_start) % 7)
    last = datetime.date(fourth.year, 12, 31)
    last_fourth = last + datetime.timedelta(3 - (last.weekday() - week_start) % 7)
    if last_fourth.year > fourth.year:
        last_fourth -= datetime.timedelta(7)
    return (fourth.timetuple().tm_yday - 1) // 7 + 1, (last_fourth.timetuple().tm_yday - 1) // 7 + 1


class YearInfo(dateutil.rrule._iterinfo):
    """Difference: in dateutil, the days of a week that lies in two years are wrong in some years."""

    fixes_weeks = True

    def rebuild(self, year, month):
        super().rebuild(year, month)
        rule = self.rrule
        if not rule._byweekno or not self.fixes_weeks:
            return
        for index in range(self.yearlen):
            number, count = week_number(datetime.date.fromordinal(self.yearordinal + index), rule._wkst)
            self.wnomask[index] = number in rule._byweekno or number - count - 1 in rule._byweekno


dateutil.rrule._iterinfo = YearInfo


def limit_years(last_year):
    """dateutil searches up to datetime.MAXYEAR, which takes minutes for a rule without occurrences."""
    dateutil.rrule.datetime = types.SimpleNamespace(**{**vars(datetime), "MAXYEAR": last_year})


def words(word, anchor):
    """daily, weekly, monthly and yearly. relativedelta clamps to the last day of the month."""
    unit = {"daily": "days", "weekly": "weeks", "monthly": "months", "yearly": "years"}[word]
    return (anchor + relativedelta(**{unit: step}) for step in itertools.count())


def backward(parts, anchor, zone):
    """RFC 7529, SKIP=BACKWARD: a month without the anchor's day has it on its last day."""
    unit = {"MONTHLY": "months", "YEARLY": "years"}[parts["FREQ"]]
    interval = int(parts.get("INTERVAL", 1))
    # No date of relativedelta is after the year 9999.
    steps = itertools.takewhile(
        lambda step: anchor.year + step * interval // (12 if unit == "months" else 1) < 9999, itertools.count())
    found = (anchor + relativedelta(**{unit: interval * step}) for step in steps)
    if "COUNT" in parts:
        found = itertools.islice(found, int(parts["COUNT"]))
    if "UNTIL" in parts:
        until = until_as_wall_time(parts["UNTIL"], zone, False)
        found = itertools.takewhile(lambda wall: wall <= until, found)
    yield from found


def until_as_wall_time(text, zone, plain):
    """The last possible wall time. Difference: a date includes its whole day."""
    if "T" not in text:
        end = datetime.timedelta() if plain else datetime.timedelta(hours=23, minutes=59)
        return datetime.datetime.strptime(text, "%Y%m%d") + end
    if text.endswith("Z"):
        instant = datetime.datetime.strptime(text, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
        return instant.astimezone(zone).replace(tzinfo=None)
    return datetime.datetime.strptime(text, "%Y%m%dT%H%M%S")


def occurrences(rule, anchor, zone, plain=False):
    """All occurrences of a rule or word up to the year of `limit_years`, as wall times.

    Without the differences if `plain`; the iterator has to be used up before the next call.
    """
    YearInfo.fixes_weeks = not plain
    if "=" not in rule:
        yield from words(rule, anchor)
        return
    parts = dict(part.split("=") for part in rule.split(";"))
    if parts.get("SKIP") == "BACKWARD":
        yield from backward(parts, anchor, zone)
        return
    frequency = parts["FREQ"]
    arguments = {"interval": int(parts.get("INTERVAL", 1)), "wkst": WEEKDAYS.index(parts.get("WKST", "MO"))}
    for part, parameter in PARAMETERS.items():
        if part in parts:
            arguments[parameter] = [int(value) for value in parts[part].split(",")]
    if "BYDAY" in parts:
        arguments["byweekday"] = [
            dateutil.rrule.weekday(WEEKDAYS.index(text[-2:]), int(text[:-2] or 0) or None)
            for text in parts["BYDAY"].split(",")
        ]
    elif not plain and "BYWEEKNO" in parts and not {"BYMONTHDAY", "BYYEARDAY"} & parts.keys():
        # Difference: the weekday comes from the anchor, as in WEEKLY, instead of being all seven.
        arguments["byweekday"] = [anchor.weekday()]

    start = anchor
    if not plain and frequency == "WEEKLY" and "BYSETPOS" in parts:
        # Difference: dateutil begins to count the positions of the first week on the anchor's day.
        arguments.setdefault("byweekday", [anchor.weekday()])
        arguments.setdefault("byhour", [anchor.hour])
        arguments.setdefault("byminute", [anchor.minute])
        start -= datetime.timedelta((anchor.weekday() - arguments["wkst"]) % 7)
        start = start.replace(hour=0, minute=0)

    try:
        found = iter(
            dateutil.rrule.rrule(FREQUENCIES.index(frequency), dtstart=start, bysecond=[0], **arguments))
        found = itertools.dropwhile(lambda wall: wall < anchor, found)
        if "COUNT" in parts:
            found = itertools.islice(found, int(parts["COUNT"]))
        if "UNTIL" in parts:
            until = until_as_wall_time(parts["UNTIL"], zone, plain)
            found = itertools.takewhile(lambda wall: wall <= until, found)
        yield from found
    except ValueError:
        # dateutil's word for a rule that has no occurrence.
        return


def instant(wall, zone):
    """Minutes since the epoch in UTC. With fold 0, zoneinfo shifts by the gap, and takes the first of two instants."""
    return minutes(wall.replace(tzinfo=zone, fold=0).astimezone(UTC).replace(tzinfo=None))


def zone(name):
    return ZoneInfo(name)
