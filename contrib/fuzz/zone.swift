// Any zone file is either read or refused, and an accepted file has time changes in ascending order and offsets within
// their bounds.
//
// An input is a TZif file or a POSIX TZ string.
import GardenAPI
import GardenCore
import TimeKit

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if bytes.starts(with: "TZif".utf8) {
        do {
            let rules = try ZoneRules(name: "Fuzz", tzif: bytes)
            check(rules)
            // These bytes were accepted above.
            claim(try! ZoneRules(name: "Fuzz", tzif: bytes) == rules, "the same bytes give other rules")
        } catch {
            claim(!error.description.isEmpty, "a file is refused without a word")
        }
    } else if let rules = ZoneRules(name: "Fuzz", posix: String(decoding: bytes, as: UTF8.self)) {
        check(rules)
    }
    return 0
}

private let dayMilliseconds = 86_400_000
/// From the first to the last year of the wire format, and the extreme values of any clock.
private let instants = [
    Int.min, -62_135_596_800_000, -2_208_988_800_000, -1, 0, 1_767_225_600_000, 4_102_444_800_000,
    253_402_300_799_999, Int.max,
].map(Instant.init(milliseconds:))

private func check(_ rules: ZoneRules) {
    for instant in instants {
        checkMoment(instant, rules)
        var last = instant
        for _ in 0..<8 {
            guard let change = rules.nextOffsetChange(after: last) else { break }
            claim(change > last, "after \(last) comes \(change)")
            let before = change.advanced(byMilliseconds: -1)
            claim(
                before < last || rules.localTime(at: before) == rules.localTime(at: last), "a change before \(change)")
            claim(rules.localTime(at: change) != rules.localTime(at: last), "no change at \(change)")
            checkMoment(change, rules)
            last = change
        }
    }
}

/// The wall clock and the calendar agree with the offset.
private func checkMoment(_ instant: Instant, _ rules: ZoneRules) {
    let offset = rules.offsetSeconds(at: instant)
    claim(ZoneRules.offsetBounds.contains(offset) || offset == 0, "an offset of \(offset) s")
    let (day, seconds) = rules.wallTime(at: instant)
    claim((0..<86_400).contains(seconds), "\(seconds) seconds of a day")
    let shifted = instant.advanced(byMilliseconds: offset * 1000).milliseconds
    guard (Int.min / 2...Int.max / 2).contains(shifted) else { return }
    let (days, rest) = (shifted.flooredQuotient(dayMilliseconds), shifted.flooredRemainder(dayMilliseconds))
    claim(day.daysSinceEpoch == days && seconds == rest / 1000, "\(day) and \(seconds) s at \(instant)")
}

extension Int {
    fileprivate func flooredRemainder(_ divisor: Int) -> Int { ((self % divisor) + divisor) % divisor }
    fileprivate func flooredQuotient(_ divisor: Int) -> Int {
        (self - flooredRemainder(divisor)) / divisor
    }
}
