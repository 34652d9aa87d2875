import GardenAPI
import GardenCore
import Glibc
import TimeKit
import WorkKit

/// The events of a change as its row holds them: one line of text per event, with the type, the version, how many
/// events back in the change its cause is, and the effect, as in
///
///     focus.completed/1 [12,["focus",3,2,1500000,[1767258000000,0],20454],["Reading",17]]
///     garden.grew/1<1 [2,["Reading",17],"blue",8,1]
///
/// An event that happened at another time than its change has that, in milliseconds since 1970, and the offset from UTC in seconds:
///
///     session.added/1<1@1767258000000,3600 [[41,…],null]
///
/// If a purge has erased data from the effect, the SHA-256 of the complete one comes before the rest of it:
///
///     visit.removed/1#5c9d…e4 [3,["device",12],…]
enum EventLines {
    private static let lineFeed = UInt8(ascii: "\n")
    private static let blank = UInt8(ascii: " ")
    private static let slash = UInt8(ascii: "/")
    private static let lessThan = UInt8(ascii: "<")
    private static let numberSign = UInt8(ascii: "#")
    private static let atSign = UInt8(ascii: "@")
    private static let comma = UInt8(ascii: ",")
    private static let minus = UInt8(ascii: "-")

    /// - Parameter at: when the change happened.
    /// - Precondition: each effect is one line, and each cause precedes its effects.
    static func text(of events: [Event], at: Timestamp) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(events.reduce(0) { $0 + $1.effect.count + 40 })
        for (index, event) in events.enumerated() {
            if index > 0 { text.append(lineFeed) }
            text += event.type.utf8
            text.append(slash)
            text.appendDigits(event.version.magnitude)
            if let cause = event.cause {
                precondition(
                    (events[0].seq..<event.seq).contains(cause.seq), "event \(event.seq) is caused by \(cause.seq)")
                text.append(lessThan)
                text.appendDigits((event.seq - cause.seq).magnitude)
            }
            if event.at != at {
                text.append(atSign)
                text += "\(event.at.instant.milliseconds)".utf8
                text.append(comma)
                text += "\(event.at.offsetSeconds)".utf8
            }
            if let digest = event.erasedDigest { text += ErasedDigest.text(of: digest) }
            text.append(blank)
            precondition(!event.effect.contains(lineFeed), "the effect of event \(event.seq) has several lines")
            text += event.effect
        }
        Work.note(text.count, .bytes)
        return text
    }

    /// How many bytes are passed over in the time that a place of a list takes.
    private static let bytesOfPlace = 8

    /// How many events the text has.
    static func count(_ text: [UInt8]) -> Int {
        Work.note(text.count / bytesOfPlace, .places)
        return text.count { $0 == lineFeed } + 1
    }

    /// A line up to its effect.
    struct Head {
        let seq: Int
        fileprivate let typeText: UnsafeBufferPointer<UInt8>
        fileprivate let version: Int
        /// How many events back its cause is.
        fileprivate let causeDistance: Int?
        /// `nil` for that of its change.
        fileprivate let at: Timestamp?
        fileprivate let erasedDigest: [UInt8]?

        var type: String { String(decoding: typeText, as: UTF8.self) }
    }

    /// The wanted events of a change.
    ///
    /// - Parameters:
    ///   - at: when the change happened.
    ///   - recordedAt: when it was written, if that is noticeably later.
    ///   - isWanted: whether to read the event of a line, which must not outlive the call.
    /// - Returns: `nil` if ``text(of:at:)`` cannot have made the text.
    static func events(
        _ text: [UInt8], from first: Int, at: Timestamp, recordedAt: Instant?,
        where isWanted: (Head) -> Bool = { _ in true }
    ) -> [Event]? {
        Work.note(text.count / bytesOfPlace, .places)
        return text.withUnsafeBufferPointer { text in
            var lines = Scanner(text: text)
            var heads: [Head] = []
            var events: [Event] = []
            repeat {
                guard let head = head(&lines, seq: first &+ heads.count), (head.causeDistance ?? 0) <= heads.count
                else {
                    return nil
                }
                let effect = lines.rest(through: lineFeed)
                if isWanted(head) {
                    let cause = head.causeDistance.map { heads[heads.count - $0] }
                    let its = head.at ?? at
                    let recordedAt = head.at == nil ? recordedAt : recordedAt ?? at.instant
                    events.append(
                        Event(
                            seq: head.seq, at: its, type: head.type, version: head.version,
                            cause: cause.map { EventReference(seq: $0.seq, type: $0.type) }, effect: Array(effect),
                            erasedDigest: head.erasedDigest, recordedAt: recordedAt == its.instant ? nil : recordedAt))
                }
                heads.append(head)
                Work.note(.values)
            } while !lines.isAtEnd
            return events
        }
    }

    private static func head(_ line: inout Scanner, seq: Int) -> Head? {
        guard let type = line.take(through: slash), let version = line.integer() else { return nil }
        var causeDistance: Int?
        if line.take(lessThan) {
            guard let distance = line.integer(), distance > 0 else { return nil }
            causeDistance = distance
        }
        var at: Timestamp?
        if line.take(atSign) {
            guard let milliseconds = line.signedInteger(), line.take(comma), let offset = line.signedInteger() else {
                return nil
            }
            at = Timestamp(instant: Instant(milliseconds: milliseconds), offsetSeconds: offset)
        }
        var erasedDigest: [UInt8]?
        if line.take(numberSign) {
            guard let digest = line.digest() else { return nil }
            erasedDigest = digest
        }
        guard line.take(blank) else { return nil }
        return Head(
            seq: seq, typeText: type, version: version, causeDistance: causeDistance, at: at,
            erasedDigest: erasedDigest)
    }

    /// Reads from the front of a text. A check or replay of the journal passes every event through here.
    private struct Scanner {
        let text: UnsafeBufferPointer<UInt8>
        private var position = 0

        init(text: UnsafeBufferPointer<UInt8>) { self.text = text }

        var isAtEnd: Bool { position > text.count }

        mutating func take(_ byte: UInt8) -> Bool {
            guard position < text.count, text[position] == byte else { return false }
            position += 1
            return true
        }

        /// The bytes before the next `byte`, which is skipped; `nil` if the line does not contain it.
        mutating func take(through byte: UInt8) -> UnsafeBufferPointer<UInt8>? {
            let found = rest(through: byte)
            return isAtEnd || found.contains(lineFeed) ? nil : found
        }

        /// The bytes before the next `byte`, which is skipped, or up to the end.
        mutating func rest(through byte: UInt8) -> UnsafeBufferPointer<UInt8> {
            let start = min(position, text.count)
            var end = text.count
            if start < end, let base = text.baseAddress, let found = memchr(base + start, Int32(byte), end - start) {
                end = UnsafeRawPointer(found) - UnsafeRawPointer(base)
            }
            position = end + 1
            return UnsafeBufferPointer(rebasing: text[start..<end])
        }

        mutating func digest() -> [UInt8]? {
            guard text.count - position >= ErasedDigest.digitCount else { return nil }
            defer { position += ErasedDigest.digitCount }
            return ErasedDigest.digest(of: text[position..<position + ErasedDigest.digitCount])
        }

        mutating func signedInteger() -> Int? {
            let isNegative = take(minus)
            return integer().map { isNegative ? -$0 : $0 }
        }

        mutating func integer() -> Int? {
            let start = position
            var value = 0
            while position < text.count, case let digit = text[position] &- UInt8(ascii: "0"), digit < 10 {
                guard position - start < 18 else { return nil }
                value = value * 10 + Int(digit)
                position += 1
            }
            return position > start ? value : nil
        }
    }
}
