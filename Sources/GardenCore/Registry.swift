import GardenAPI

/// Every method of the core, in the order of the reference.
public enum Registry {
    public static let methods: [RegisteredMethod] = [
        .query(DaemonStatus.self),
        .command(TimerStart.self), .command(TimerPause.self), .command(TimerResume.self), .command(TimerToggle.self),
        .command(TimerSkip.self), .command(TimerStop.self), .command(TimerExtend.self), .query(TimerGet.self),
        .query(CategoryList.self), .command(CategoryAdd.self), .command(CategoryEdit.self),
        .command(CategoryMove.self), .command(CategoryRemove.self), .query(GardenList.self),
        .query(PointsGet.self), .command(PointsAdjust.self), .command(PointsSetMultiplier.self),
        .query(ShopList.self), .command(ShopAdd.self), .command(ShopEdit.self), .command(ShopMove.self),
        .command(ShopRemove.self), .command(ShopBuy.self), .command(ShopRefund.self), .command(ShopSetApplyRate.self),
        .query(RateGet.self), .command(RateAdd.self), .command(RateSet.self), .command(RateForce.self),
        .query(InventoryList.self), .command(InventoryAdd.self), .command(InventorySet.self),
        .command(InventoryAdjust.self), .command(InventoryRemove.self),
        .query(LogList.self), .command(LogNote.self), .command(LogEdit.self), .command(LogRemove.self),
        .query(LogArchives.self),
        .query(DayGet.self), .command(DayCorrect.self),
        .query(JournalList.self, answeredBy: JournalList.answer), .query(JournalExplain.self),
    ]

    private static let byName = Dictionary(uniqueKeysWithValues: methods.map { ($0.request.method, $0) })

    public static func method(_ name: String) -> RegisteredMethod? {
        // A long name is none, and to hash one of many accents takes seconds.
        name.utf8.count <= Limits.methodBytes ? byName[name] : nil
    }
}

/// Every kind of event there is, by type, for replay.
public enum EventCatalog {
    struct Entry: Sendable {
        let version: Int
        let replay: @Sendable (JSON, inout GardenState) throws(Mismatch) -> Void
    }

    private static let entries: [String: Entry] = {
        var entries: [String: Entry] = [:]
        func add<Payload>(_ kinds: EventKind<Payload>...) {
            for kind in kinds {
                entries[kind.type] = Entry(version: kind.version) { json, state throws(Mismatch) in
                    kind.apply(try Payload(json: json), &state)
                }
            }
        }
        add(.daemonStarted)
        add(.daemonStopping)
        add(.settingsChanged)
        add(.presenceChanged)
        add(.timezoneChanged, .dayRolledOver, .dayCorrected)
        add(.clockStepped)
        add(.systemSlept)
        add(.systemWoke)
        add(.timerStarted, .timerPaused, .timerResumed, .timerExtended, .timerSkipped, .timerStopped)
        add(.timerEndingSoon, .restCompleted)
        add(.focusCompleted)
        add(.gardenGrew, .gardenLeveledUp)
        add(.categoryAdded, .categoryEdited)
        add(.categoryMoved)
        add(.categoryRemoved)
        add(.pointsEarned, .pointsAdjusted, .multiplierChanged)
        add(.rateAdded, .rateSet, .rateForced, .rateRaised, .rateLowered, .rateSwitched)
        add(.shopAdded, .shopEdited, .shopMoved, .shopRemoved)
        add(.shopBought, .shopRefunded)
        add(.inventoryAdded, .inventoryChanged, .inventoryRemoved)
        add(.logWritten, .logEdited, .logRemoved)
        add(.logArchived)
        add(.archivePruned)
        return entries
    }()

    /// Every type, sorted.
    public static let types: [String] = entries.keys.sorted()

    /// Whether a release that knows this catalogue can read an event of that type and version.
    public static func knows(type: String, version: Int) -> Bool {
        guard let entry = entries[type] else { return false }
        return version <= entry.version
    }

    static func entry(_ type: String) -> Entry? { entries[type] }
}
