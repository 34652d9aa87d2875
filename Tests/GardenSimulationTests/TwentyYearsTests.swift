import Foundation
import TestSupport
import Testing

/// Twenty years in forty zones that cover all kinds of clock changes: half hours and quarters, dates left out, 04:00
/// left out and shown twice, summer times for Ramadan, in two steps, of two hours, all year, and for the last time.
@Suite("Twenty years", .enabled(if: Zdump.isInstalled, "needs zdump(8)"))
struct TwentyYearsTests {
    static let places: [(zone: String, year: Int)] = [
        ("Africa/Cairo", 2005), ("Africa/Casablanca", 2005), ("Africa/El_Aaiun", 2020), ("Africa/Juba", 2005),
        ("America/Argentina/San_Luis", 2000), ("America/Asuncion", 2005), ("America/Caracas", 2005),
        ("America/Havana", 2005), ("America/New_York", 2020), ("America/Nuuk", 2010), ("America/Sao_Paulo", 2005),
        ("America/St_Johns", 2005), ("Antarctica/Casey", 2005), ("Antarctica/Troll", 2005), ("Asia/Amman", 2005),
        ("Asia/Baku", 2005), ("Asia/Dhaka", 2005), ("Asia/Gaza", 2020), ("Asia/Kathmandu", 1985),
        ("Asia/Kolkata", 2005), ("Asia/Pyongyang", 2005), ("Asia/Tehran", 2005), ("Asia/Tokyo", 2005),
        ("Atlantic/Azores", 2005), ("Australia/Lord_Howe", 2005), ("Australia/Sydney", 2020), ("Europe/Berlin", 2020),
        ("Europe/Dublin", 2005), ("Europe/Istanbul", 2005), ("Europe/London", 2020), ("Europe/Moscow", 2005),
        ("Pacific/Apia", 2005), ("Pacific/Chatham", 2020), ("Pacific/Easter", 2005), ("Pacific/Fiji", 2005),
        ("Pacific/Honolulu", 2005), ("Pacific/Kiritimati", 1990), ("Pacific/Kwajalein", 1990),
        ("Pacific/Pago_Pago", 2005), ("Pacific/Tongatapu", 2005),
    ]

    /// Every tenth place; at night all: contrib/nightly.sh.
    static let visited = places.indices.filter {
        $0 % 10 == 0 || ProcessInfo.processInfo.environment["SIMULATION_PLACES"] == "all"
    }

    @Test("every 04:00 is rolled over once, and points, tiers and files match a model", arguments: visited)
    func everyDayIsRolledOverOnce(place: Int) throws {
        let (zone, year) = Self.places[place]
        try TwentyYears(zone: zone, from: year, seed: UInt64(place)).live()
    }
}
