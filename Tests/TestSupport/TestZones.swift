import Foundation
import TimeKit

/// The zones the tests go over: every kind of change there is, from the system's own files.
public enum TestZones {
    public static let names = [
        "Africa/Cairo", "Africa/Casablanca", "Africa/El_Aaiun", "Africa/Johannesburg", "Africa/Monrovia",
        "America/Anchorage", "America/Argentina/San_Luis", "America/Asuncion", "America/Caracas", "America/Havana",
        "America/New_York", "America/Nuuk", "America/Santiago", "America/Sao_Paulo", "America/Scoresbysund",
        "America/St_Johns", "Antarctica/Casey", "Antarctica/Troll", "Asia/Almaty", "Asia/Amman", "Asia/Baku",
        "Asia/Dhaka", "Asia/Gaza", "Asia/Kathmandu", "Asia/Kolkata", "Asia/Pyongyang", "Asia/Singapore", "Asia/Tehran",
        "Asia/Tokyo", "Asia/Vladivostok", "Atlantic/Azores", "Australia/Adelaide", "Australia/Eucla",
        "Australia/Lord_Howe", "Europe/Berlin", "Europe/Dublin", "Europe/Istanbul", "Europe/Lisbon", "Europe/London",
        "Europe/Moscow", "Europe/Volgograd", "Pacific/Apia", "Pacific/Auckland", "Pacific/Chatham", "Pacific/Easter",
        "Pacific/Fakaofo", "Pacific/Honolulu", "Pacific/Kiritimati", "Pacific/Kwajalein", "Etc/UTC",
    ]

    public static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/\(name)")))
    }

    public static func load(_ name: String) throws -> ZoneRules {
        try ZoneRules(name: name, tzif: bytes(name))
    }
}

/// The instant of an RFC 3339 text; traps on another, as only literals are given.
public func instant(_ text: String) -> Instant {
    guard let timestamp = Timestamp(text) else { preconditionFailure("no timestamp: \(text)") }
    return timestamp.instant
}

/// The date of a text; traps on another, as only literals are given.
public func day(_ text: String) -> CalendarDay {
    guard let day = CalendarDay(text) else { preconditionFailure("no date: \(text)") }
    return day
}
