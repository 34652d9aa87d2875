import GardenAPI
import GardenCore
import TimeKit

extension Engine {
    /// The answer to a query that was asked in this millisecond under whatever id, and the number of this one's; `nil` for
    /// anything else, which ``decide(_:from:at:)`` decides. While neither time nor state changes, it is the answer that
    /// deciding the line would give.
    ///
    /// - Parameter line: a line of a client without its end, or more than one: no query has a line feed.
    public func repeatedAnswer(
        to line: UnsafeRawBufferPointer, at now: Moment
    ) -> (answer: RepeatedAnswer, number: Int)? {
        derived.queryCache.answer(to: line, at: now)
    }
}

/// The last queries of this millisecond and their answers. While neither time nor state changes, an equal query has the
/// same answer. Many clients ask the same at once: each event makes all subscribers query the garden.
///
/// Queries are compared as the bytes of their lines, all but the number of the id, so that a line that was asked before is
/// not parsed again.
struct QueryCache {
    private static let mostAnswers = 8
    /// A longer answer is not worth its memory.
    private static let mostBytes = 1 << 16

    private var moment: Moment?
    private var answers: [RepeatedAnswer] = []
    /// Where the next answer replaces one.
    private var next = 0

    /// The answer to a line that was asked at the same moment, and the number of its id; otherwise `nil`.
    func answer(to line: UnsafeRawBufferPointer, at now: Moment) -> (answer: RepeatedAnswer, number: Int)? {
        guard now == moment else { return nil }
        for answer in answers {
            if let number = answer.question.number(in: line) { return (answer, number) }
        }
        return nil
    }

    /// Keeps the answer to a query until time goes on, if its line may be asked under another id.
    mutating func keep(_ result: [UInt8], of reply: Reply, _ id: RequestID, at now: Moment) {
        guard result.count <= Self.mostBytes, let line = reply.numberedLine, id == .integer(line.number) else { return }
        if now != moment { (moment, answers, next) = (now, [], 0) }
        let answer = RepeatedAnswer(question: line, result: result)
        if answers.count < Self.mostAnswers {
            answers.append(answer)
        } else {
            answers[next] = answer
            next = (next + 1) % Self.mostAnswers
        }
    }
}

/// The answer to a query that may be asked again under another id.
public final class RepeatedAnswer {
    fileprivate let question: NumberedLine
    let result: [UInt8]
    /// The line before and after the number of the id.
    private let parts: (head: [UInt8], tail: [UInt8])

    fileprivate init(question: NumberedLine, result: [UInt8]) {
        (self.question, self.result) = (question, result)
        parts = LineWriter.answerParts(result: result)
    }

    /// Appends the line to send, its line feed included.
    public func write(id number: Int, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: parts.head)
        bytes.appendDigits(number.magnitude)
        bytes.append(contentsOf: parts.tail)
    }
}

/// A client's line in which the number of the id is known by its place. Two lines that are equal but for this number are
/// the same request under two ids.
struct NumberedLine {
    /// Queries are shorter; the search in a longer line is not worth its time.
    private static let mostBytes = 1024
    private static let mostDigits = 15

    private let bytes: [UInt8]
    private let digits: Range<Int>
    /// The number of the id.
    let number: Int

    /// Whether a line is short enough.
    static func isShort(_ line: LineFramer.Line) -> Bool {
        guard case .text(let line) = line else { return false }
        return line.count <= mostBytes
    }

    /// Finds the number in a line that has one `"id"` and no escaped character. Whether this member is the id of a request,
    /// only the parser knows.
    ///
    /// - Returns: `nil` for any other line, and for a number of more than 15 digits.
    init?(_ line: LineFramer.Line) {
        guard Self.isShort(line), case .text(let line) = line,
            let digits = line.withUnsafeBufferPointer(Self.digits)
        else { return nil }
        bytes = line
        self.digits = digits
        number = line[digits].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// The number of the id in a line that is the same as this one but for that number; `nil` for another line.
    func number(in line: UnsafeRawBufferPointer) -> Int? {
        let (head, tail) = (digits.lowerBound, bytes.count - digits.upperBound)
        let end = line.count - tail
        guard (1...Self.mostDigits).contains(end - head), end - head == 1 || line[head] != UInt8(ascii: "0") else {
            return nil
        }
        return bytes.withUnsafeBytes { mine in
            guard Self.isEqual(mine[..<head], line[..<head]), Self.isEqual(mine[digits.upperBound...], line[end...])
            else {
                return nil
            }
            return Self.number(line[head..<end])
        }
    }

    /// Compares eight bytes at a time.
    private static func isEqual(_ mine: Slice<UnsafeRawBufferPointer>, _ theirs: Slice<UnsafeRawBufferPointer>) -> Bool
    {
        let (mine, theirs) = (UnsafeRawBufferPointer(rebasing: mine), UnsafeRawBufferPointer(rebasing: theirs))
        var place = 0
        while place + 8 <= mine.count {
            guard
                mine.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                    == theirs.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            else { return false }
            place += 8
        }
        while place < mine.count {
            guard mine[place] == theirs[place] else { return false }
            place += 1
        }
        return true
    }

    /// - Returns: `nil` if a byte is not a digit.
    private static func number(_ digits: Slice<UnsafeRawBufferPointer>) -> Int? {
        var number = 0
        for byte in digits {
            let digit = byte &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            number = number * 10 + Int(digit)
        }
        return number
    }

    private static func digits(in line: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        var found: Range<Int>?
        var place = 0
        while place + 4 <= line.count {
            if line[place] == UInt8(ascii: "\\") { return nil }
            guard line[place] == UInt8(ascii: "\""), line[place + 1] == UInt8(ascii: "i"),
                line[place + 2] == UInt8(ascii: "d"), line[place + 3] == UInt8(ascii: "\"")
            else {
                place += 1
                continue
            }
            guard found == nil else { return nil }
            place += 4
            if place < line.count, line[place] == UInt8(ascii: ":") { place += 1 } else { return nil }
            if place < line.count, line[place] == UInt8(ascii: " ") { place += 1 }
            let start = place
            while place < line.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(line[place]) { place += 1 }
            guard (1...mostDigits).contains(place - start), place - start == 1 || line[start] != UInt8(ascii: "0"),
                place < line.count, line[place] == UInt8(ascii: ",") || line[place] == UInt8(ascii: "}")
            else { return nil }
            found = start..<place
        }
        return line.suffix(3).contains(UInt8(ascii: "\\")) ? nil : found
    }
}
