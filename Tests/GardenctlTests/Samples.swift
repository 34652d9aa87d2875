import GardenAPI
import TimeKit

extension FocusTimer {
    /// A focus of 25 minutes, 2 of them over.
    static func focus(_ category: String = "Default", change: (inout FocusTimer) -> Void = { _ in }) -> FocusTimer {
        var timer = FocusTimer()
        timer.phase = .focus
        timer.session = 1
        timer.category = category
        timer.totalSeconds = 1500
        timer.elapsedSeconds = 120
        timer.remainingSeconds = 1380
        timer.startedAt = Timestamp("2026-11-21T09:00:00.000+09:00")
        timer.endsAt = Timestamp("2026-11-21T09:25:00.000+09:00")
        change(&timer)
        return timer
    }

    static let pausedFocus = focus { timer in
        timer.paused = true
        timer.endsAt = nil
    }
}

extension Garden {
    static func grown(_ exp: Int, _ category: String = "Default", _ color: CategoryColor = .green) -> Garden {
        var garden = Garden()
        garden.categoryId = 1
        garden.category = category
        garden.color = color
        garden.exp = exp
        garden.level = exp / 10
        garden.expInLevel = exp % 10
        garden.expToNext = 10 - exp % 10
        return garden
    }
}

extension GardenStatus {
    static func sample(_ timer: FocusTimer, gardens: [Garden] = [], seq: Int = 7) -> GardenStatus {
        var status = GardenStatus()
        status.now = Timestamp(instant: Instant(milliseconds: 1_795_219_320_000), offsetSeconds: 32_400)
        status.day = CalendarDay("2026-11-21") ?? status.day
        status.timezone = "Asia/Tokyo"
        status.seq = seq
        status.timer = timer
        status.gardens = gardens
        return status
    }
}

extension Subscription {
    static func sample(_ snapshot: GardenStatus, ignored: [String] = []) -> Subscription {
        var subscription = Subscription()
        subscription.snapshot = snapshot
        subscription.seq = snapshot.seq
        subscription.ignored = ignored
        return subscription
    }
}

extension Rate {
    /// Tier 1 with a meter of 3200 and the table of the rules (RULES M9).
    static func sample(change: (inout Rate) -> Void = { _ in }) -> Rate {
        var rate = Rate()
        rate.tier = 1
        rate.rate = Tenths(tenths: 15)
        rate.meter = 3200
        rate.daysLeft = 2
        rate.nextTierFrom = 6000
        rate.decaysAt = Timestamp("2026-11-23T04:00:00.000+09:00")
        change(&rate)
        return rate
    }
}

extension ShopItem {
    /// An item of the category Treats that has to be paid from a balance.
    static func sample(_ id: Int, _ name: String, _ price: Int, now: Int, balance: Int) -> ShopItem {
        var item = ShopItem()
        item.id = id
        item.name = name
        item.price = price
        item.priceNow = now
        item.category = "Treats"
        item.affordable = now <= balance
        item.shortfall = max(0, now - balance)
        return item
    }
}

extension Purchase {
    static let coffee: Purchase = {
        var purchase = Purchase()
        purchase.purchaseId = 7
        purchase.item = "Coffee"
        purchase.base = 500
        purchase.rate = Tenths(tenths: 15)
        purchase.price = 750
        purchase.balance = 1
        purchase.itemId = 3
        return purchase
    }()
}

extension LogLine {
    static func sample(_ id: Int, _ kind: LogKind, _ text: String) -> LogLine {
        var line = LogLine()
        line.id = id
        line.at = Timestamp("2026-11-21T09:05:00.000+09:00") ?? line.at
        line.kind = kind
        line.text = text
        return line
    }
}

/// An event as it stands on the wire.
func event(_ seq: Int, _ type: String, _ data: JSON = [:]) -> JSON {
    ["seq": .integer(seq), "at": "2026-11-21T09:25:00.000+09:00", "type": .string(type), "data": data]
}
