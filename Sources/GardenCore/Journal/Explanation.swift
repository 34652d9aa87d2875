import GardenAPI

/// The chain of changes that led to a present value (`journal.explain`).
extension JournalExplain: Query {
    private static let defaultLimit = 50
    /// Events are looked at so many at a time, for many a rollover changes no rate…
    private static let eventsAtOnce = 100
    /// …and no more than these: a few milliseconds' work.
    private static let mostEvents = 2000

    public func answer(from view: View) throws(GardenError) -> [ExplainedChange] {
        let subject = ExplainedSubject(what)
        let limit = limit ?? Self.defaultLimit
        do {
            var steps: [ExplainedChange] = []
            var (looked, before) = (0, Int?.none)
            while steps.count < limit, looked < Self.mostEvents {
                let events = try view.history.newestEvents(
                    before: before, limit: Self.eventsAtOnce, types: subject.types)
                for event in events.reversed() where steps.count < limit {
                    if let step = try subject.step(event, view) { steps.append(step) }
                }
                guard let first = events.first, events.count == Self.eventsAtOnce else { break }
                looked += events.count
                before = first.seq
            }
            return steps
        } catch {
            throw .unreadable(error.reason)
        }
    }
}

/// Which events changed a value, by which rule, and how to say so.
private struct ExplainedSubject {
    let what: Explained

    init(_ what: Explained) { self.what = what }

    var types: [String] {
        switch what {
        case .rate:
            return [
                "rate.added", "rate.set", "rate.forced", "rate.raised", "rate.lowered", "day.rolledOver",
                "shop.rateSwitched", "settings.changed",
            ]
        case .balance: return ["points.earned", "points.adjusted", "shop.bought", "shop.refunded"]
        case .day: return ["day.rolledOver", "day.corrected", "timezone.changed", "clock.stepped", "daemon.started"]
        }
    }

    /// `nil` where the event did not change the value.
    func step(_ event: Event, _ view: View) throws(StoreError) -> ExplainedChange? {
        // Only the first start of all began a day.
        guard event.type != "daemon.started" || event.seq == 1 else { return nil }
        guard let data = try? event.dataJSON(), let (rule, text) = told(event.type, data) else { return nil }
        var step = ExplainedChange()
        step.seq = event.seq
        step.at = view.timestamp(event.at)
        step.type = event.type
        step.cause = try view.history.cause(ofEvent: event.seq) ?? event.type
        step.rule = rule
        step.text = text
        return step
    }

    private func told(_ type: String, _ data: JSON) -> (rule: String, text: String)? {
        switch what {
        case .rate: return rateStep(type, data)
        case .balance: return balanceStep(type, data)
        case .day: return dayStep(type, data)
        }
    }

    private func rateStep(_ type: String, _ data: JSON) -> (String, String)? {
        let rate = (try? Rate(json: data["rate"].map { type == "day.rolledOver" ? $0 : data } ?? data)) ?? Rate()
        let before = data[type == "day.rolledOver" ? "rateBefore" : "before"]
        let meter = Self.change(before?["meter"]?.integerValue, to: rate.meter)
        switch type {
        case "rate.added":
            let rule = data["cause"]?.stringValue == "shop.refunded" || rate.meter < before?["meter"]?.integerValue ?? 0
            let note = data["note"]?.stringValue.map { ", \($0)" } ?? ""
            return (rule ? "M12" : "M8", "the meter \(meter)\(note)")
        case "rate.set": return ("M12", "the meter was set \(meter)")
        case "rate.forced":
            return ("M12", "tier \(rate.tier) was forced, the meter \(meter), \(LogText.days(rate.daysLeft))")
        case "rate.raised", "rate.lowered":
            let old = before?["tier"]?.integerValue ?? rate.tier
            let cause = data["cause"]?.stringValue
            let rule = cause == "day.rolledOver" ? "M11" : cause == "settings.changed" ? "M9" : "M10"
            return (rule, "tier \(old) → \(rate.tier), \(LogText.times(rate.rate)), \(LogText.days(rate.daysLeft))")
        case "settings.changed":
            return data["rateTable"].flatMap { try? RateTable(json: $0) }.map { ("M9", LogText.table($0)) }
        case "shop.rateSwitched":
            return ("M6", rate.applied ? "prices follow the rate again" : "prices no longer follow the rate")
        case "day.rolledOver":
            guard before != nil else { return nil }
            let days = Self.change(before?["daysLeft"]?.integerValue, to: rate.daysLeft)
            return ("M11", "a new day, \(data["day"]?.stringValue ?? ""): the meter \(meter), days left \(days)")
        default: return nil
        }
    }

    private func balanceStep(_ type: String, _ data: JSON) -> (String, String)? {
        let amount = data["amount"]?.integerValue ?? 0
        let balance = data["balance"]?.integerValue ?? 0
        let reason = data["reason"]?.stringValue ?? ""
        let purchase = (try? Purchase(json: data)) ?? Purchase()
        switch type {
        case "points.earned": return ("M3", "\(LogText.signed(amount)) earned with \(reason) → \(balance)")
        case "points.adjusted": return ("M1", "\(LogText.signed(amount)) adjusted: \(reason) → \(balance)")
        case "shop.bought":
            let sum = "\(purchase.base) \(LogText.times(purchase.rate))"
            let text =
                "\(LogText.signed(-purchase.price)) for \(purchase.item) (\(sum)), purchase \(purchase.purchaseId)"
            return ("M5", "\(text) → \(balance)")
        case "shop.refunded":
            return (
                "M12",
                "\(LogText.signed(purchase.price)) refund of purchase \(purchase.purchaseId), \(purchase.item) → \(balance)"
            )
        default: return nil
        }
    }

    private func dayStep(_ type: String, _ data: JSON) -> (String, String)? {
        let day = data["day"]?.stringValue ?? ""
        switch type {
        case "day.rolledOver":
            let start = (data["startsAt"]?.stringValue ?? "").prefix(16).split(separator: "T").joined(separator: " ")
            return ("L1", "\(day) began at \(start)")
        case "daemon.started": return ("L1", "\(data["day"]?["day"]?.stringValue ?? "") was the day the garden began")
        case "day.corrected":
            return ("L10", "corrected from \(data["before"]?["day"]?.stringValue ?? "") to \(day)")
        case "timezone.changed":
            let old = data["before"]?["timezone"]?.stringValue ?? ""
            return ("L7", "the zone \(old) → \(data["timezone"]?.stringValue ?? ""); the day stayed \(day)")
        case "clock.stepped":
            let seconds = (data["stepMilliseconds"]?.integerValue ?? 0) / 1000
            return ("L7", "the clock was set by \(LogText.signed(seconds)) s")
        default: return nil
        }
    }

    private static func change(_ old: Int?, to new: Int) -> String { old.map { "\($0) → \(new)" } ?? "stayed \(new)" }
}
