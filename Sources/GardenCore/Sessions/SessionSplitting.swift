import GardenAPI
import TimeKit

/// The experience that a part of a split has of the whole besides what its own length earns: in a record, a list of all three
/// (RULES P30).
public struct SplitShare: WireValue, Equatable, Sendable {
    /// Negative if its length would earn more.
    let exp: Int
    /// The length of the part when it was split.
    let seconds: Int
    /// The length of the whole, which earns what its length does.
    let whole: Int

    init(exp: Int, seconds: Int, whole: Int) { (self.exp, self.seconds, self.whole) = (exp, seconds, whole) }

    /// What the part has by its length now: with every length the same, whatever it was before, and never less with a greater one.
    ///
    /// - Parameters:
    ///   - length: in seconds.
    ///   - earned: the experience that a length earns.
    func exp(ofLength length: Int, _ earned: (Int) -> Int) -> Int {
        let own = earned(length)
        if exp < 0 { return length < whole ? max(0, own + exp) : own }
        guard length < seconds else { return max(own, earned(seconds) + exp) }
        return own + Int((Double(exp) * Double(length) / Double(seconds)).rounded())
    }

    public static var schema: JSON { ["type": "array", "items": Int.schema, "minItems": 3, "maxItems": 3] }

    public init(json: JSON) throws(ValidationError) { try self.init(try [Int](json: json), json) }
    public init(record: JSON) throws(ValidationError) { try self.init(try [Int](record: record), record) }

    private init(_ numbers: [Int], _ json: JSON) throws(ValidationError) {
        guard numbers.count == 3, numbers[1] >= 0, numbers[2] >= numbers[1] else {
            throw ValidationError(expected: "the experience of a part, its seconds and those of the whole", found: json)
        }
        self.init(exp: numbers[0], seconds: numbers[1], whole: numbers[2])
    }

    public func write(to writer: inout JSONWriter) { [exp, seconds, whole].write(to: &writer) }
    public func writeRecord(to writer: inout JSONWriter) { [exp, seconds, whole].writeRecord(to: &writer) }
}

extension Transition {
    /// The two sessions into which an instant divides one, which share what it had.
    func parts(
        of whole: StoredSession, splitAt at: Timestamp
    ) throws(GardenError) -> (StoredSession, StoredSession) {
        var (first, second) = whole.times(splitAt: at)
        second.id = state.lastSessionId + 1
        setDay(of: &first, from: whole)
        setDay(of: &second, from: whole)
        setHours(of: &first)
        setHours(of: &second)
        if first.seconds >= second.seconds {
            try share(whole, longer: &first, shorter: &second)
        } else {
            try share(whole, longer: &second, shorter: &first)
        }
        return (first, second)
    }

    /// Gives two parts what the whole had: experience by their lengths, and the points by the experience that pays them.
    private func share(
        _ whole: StoredSession, longer: inout StoredSession, shorter: inout StoredSession
    ) throws(GardenError) {
        // Of equal halves, the longer one has the half.
        func share(_ sum: Int, _ part: Int, of all: Int) -> Int {
            all > 0 ? Int((Double(sum) * Double(part) / Double(all) - 0.5).rounded(.up)) : 0
        }
        func points(_ sum: Int) -> Int {
            whole.exp > 0
                ? share(sum, shorter.exp, of: whole.exp) : share(sum, shorter.seconds, of: whole.seconds)
        }
        shorter.exp = share(whole.exp, shorter.seconds, of: whole.seconds)
        longer.exp = whole.exp - shorter.exp
        shorter.points = points(whole.points)
        longer.points = whole.points - shorter.points
        shorter.kept = shorter.points - points(whole.points - whole.kept)
        longer.kept = whole.kept - shorter.kept

        (shorter.share, longer.share) = (nil, nil)
        guard try earns(whole) else { return }
        // One that did not count can count later, and so can its parts. Under other settings, the whole would earn another sum.
        let earned = expIfCompleted(whole)
        let shorterEarned = share(earned, shorter.seconds, of: whole.seconds)
        setShare(of: &shorter, shorterEarned, whole)
        setShare(of: &longer, earned - shorterEarned, whole)
    }

    /// - Parameter earned: what it has of what the whole would earn.
    private func setShare(of part: inout StoredSession, _ earned: Int, _ whole: StoredSession) {
        let exp = earned - expIfCompleted(part)
        let length = max(whole.share?.whole ?? 0, whole.seconds)
        part.share = exp == 0 ? nil : SplitShare(exp: exp, seconds: part.seconds, whole: length)
    }

    private func expIfCompleted(_ session: StoredSession) -> Int {
        var completed = session
        if !session.hasMinutes { completed.outcome = .completed }
        return exp(for: completed)
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
}
