import GardenAPI
import TimeKit

/// The experience that a part of a split has of the whole besides what its own length earns: in a record, a list of both
/// (RULES P30).
public struct SplitShare: WireValue, Equatable, Sendable {
    /// Negative if its length would earn more.
    let exp: Int
    /// The length of the part when it was split.
    let seconds: Int

    init(exp: Int, seconds: Int) { (self.exp, self.seconds) = (exp, seconds) }

    /// What of it the part still has, as much as of its length, so that a correction there and back changes nothing.
    ///
    /// - Parameters:
    ///   - length: of the part now, in seconds.
    ///   - earned: the experience that this length earns.
    func left(of length: Int, earning earned: Int) -> Int {
        guard exp > 0 else { return max(exp, -earned) }
        guard length < seconds else { return exp }
        return Int((Double(exp) * Double(length) / Double(seconds)).rounded())
    }

    public static var schema: JSON { ["type": "array", "items": Int.schema, "minItems": 2, "maxItems": 2] }

    public init(json: JSON) throws(ValidationError) { try self.init(try [Int](json: json), json) }
    public init(record: JSON) throws(ValidationError) { try self.init(try [Int](record: record), record) }

    private init(_ numbers: [Int], _ json: JSON) throws(ValidationError) {
        guard numbers.count == 2, numbers[1] >= 0 else {
            throw ValidationError(expected: "the experience of a part and its seconds", found: json)
        }
        self.init(exp: numbers[0], seconds: numbers[1])
    }

    public func write(to writer: inout JSONWriter) { [exp, seconds].write(to: &writer) }
    public func writeRecord(to writer: inout JSONWriter) { [exp, seconds].writeRecord(to: &writer) }
}

extension Transition {
    /// The two sessions into which an instant divides one, which share what it had.
    func parts(of whole: StoredSession, splitAt at: Timestamp) -> (StoredSession, StoredSession) {
        var (first, second) = whole.times(splitAt: at)
        second.id = state.lastSessionId + 1
        setDay(of: &first, from: whole)
        setDay(of: &second, from: whole)
        setHours(of: &first)
        setHours(of: &second)
        if first.seconds >= second.seconds {
            whole.shareRewards(longer: &first, shorter: &second)
        } else {
            whole.shareRewards(longer: &second, shorter: &first)
        }
        first.kept = min(whole.kept, first.points)
        second.kept = whole.kept - first.kept
        setShare(of: &first)
        setShare(of: &second)
        return (first, second)
    }

    private func setShare(of part: inout StoredSession) {
        let exp = part.exp - exp(for: part)
        part.share = exp == 0 ? nil : SplitShare(exp: exp, seconds: part.seconds)
    }

    /// Replaces a session by its two parts, which have together what it had.
    mutating func split(
        _ before: StoredSession, into first: StoredSession, _ second: StoredSession
    ) throws(GardenError) -> [Session] {
        var edit = state.effect(from: before, to: first)
        edit.moveExperience(of: [first, second])
        edit.splitAt = second.start
        let edited = emit(.sessionEdited, edit)
        let added = emit(.sessionAdded, state.effect(from: nil, to: second), because: edited)
        let categoryId = state.categories.continuing(before.categoryId)
        let text = "split session \(before.id) at \(second.start.wallText.suffix(5)): \(state.present(before).text)"
        writeCorrection(text, categoryId: categoryId, from: [before], to: [first, second], because: edited)
        writeLines(text, of: [before, first], because: edited)
        if first.dayOfPay != before.dayOfPay {
            var share = before
            share.points = first.points
            movePoints(from: share, to: first, "split session \(before.id)", because: edited)
        }
        if before.hasMinutes {
            let seconds = first.seconds + second.seconds - before.seconds
            react(
                to: .focusCount,
                CountedFocus(
                    taskId: before.taskId, seconds: seconds, sessions: before.sessions, cause: edited))
        }
        var stored = second
        stored.added = added.seq
        return [try view(of: first), try view(of: stored)]
    }
}

extension StoredSession {
    /// The two sessions into which an instant divides it, with the same id, and without their share of what it had.
    fileprivate func times(splitAt at: Timestamp) -> (StoredSession, StoredSession) {
        var (first, second) = (self, self)
        (first.end, second.start) = (at, at)
        first.clipPauses()
        second.clipPauses()
        let (one, all) = (first.focusableSeconds, first.focusableSeconds + second.focusableSeconds)
        first.seconds = all > 0 ? Int(Double(seconds) * Double(one) / Double(all)) : 0
        second.seconds = seconds - first.seconds
        return (first, second)
    }

    /// Gives two parts what it had: experience by their lengths, and the points by the experience that pays them.
    fileprivate func shareRewards(longer: inout StoredSession, shorter: inout StoredSession) {
        func share(_ sum: Int, _ part: Int, of all: Int) -> Int {
            all > 0 ? Int((Double(sum) * Double(part) / Double(all)).rounded(.down)) : 0
        }
        shorter.exp = share(exp, shorter.seconds, of: seconds)
        shorter.points = exp > 0 ? share(points, shorter.exp, of: exp) : share(points, shorter.seconds, of: seconds)
        (longer.exp, longer.points) = (exp - shorter.exp, points - shorter.points)
    }
}
