import GardenAPI

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

/// An event as it stands on the wire.
func event(_ seq: Int, _ type: String, _ data: JSON = [:]) -> JSON {
    ["seq": .integer(seq), "at": "2026-11-21T09:25:00.000+09:00", "type": .string(type), "data": data]
}
