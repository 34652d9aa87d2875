import GardenAPI
import GardenCore

/// The last queries of this millisecond and their answers. While neither time nor state changes, an equal query has the
/// same answer. Many clients ask the same at once: each event makes all subscribers query the garden.
///
/// Queries are compared as the bytes of their lines, all but the number of the id, so that a line that was asked before is
/// not parsed again.
struct QueryCache {
    private static let mostAnswers = 8
    /// A longer answer is not worth its memory.
    private static let mostBytes = 1 << 16

    private struct Answer {
        let line: NumberedLine
        let result: [UInt8]
    }

    private var moment: Moment?
    private var answers: [Answer] = []
    /// Where the next answer replaces one.
    private var next = 0

    /// The answer to a line that was asked at the same moment; otherwise `nil`.
    func reply(to line: NumberedLine?, of actor: String, at now: Moment) -> Reply? {
        guard now == moment, let line, let answer = answers.first(where: { $0.line.isIdentical(as: line) }) else {
            return nil
        }
        return Reply(.integer(line.number), answer.result, of: actor)
    }

    /// Keeps the answer to a query until time goes on, if its line may be asked under another id.
    mutating func keep(_ result: [UInt8], of reply: Reply, _ id: RequestID, at now: Moment) {
        guard result.count <= Self.mostBytes, let line = reply.numberedLine, id == .integer(line.number) else { return }
        if now != moment { (moment, answers, next) = (now, [], 0) }
        let answer = Answer(line: line, result: result)
        if answers.count < Self.mostAnswers {
            answers.append(answer)
        } else {
            answers[next] = answer
            next = (next + 1) % Self.mostAnswers
        }
    }
}

/// A client's line in which the number of the id is known by its place. Two lines that are equal but for this number are
/// the same request under two ids.
struct NumberedLine {
    /// Queries are shorter; the search in a longer line is not worth its time.
    private static let mostBytes = 1024

    private let bytes: [UInt8]
    private let digits: Range<Int>
    /// The number of the id.
    let number: Int

    /// Finds the number in a line that has one `"id"` and no escaped character. Whether this member is the id of a request,
    /// only the parser knows.
    ///
    /// - Returns: `nil` for any other line, and for a number of more than 15 digits.
    init?(_ line: LineFramer.Line) {
        guard case .text(let line) = line, line.count <= Self.mostBytes,
            let digits = line.withUnsafeBufferPointer(Self.digits)
        else { return nil }
        bytes = line
        self.digits = digits
        number = line[digits].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// Whether the other line is the same but for the number.
    func isIdentical(as other: NumberedLine) -> Bool {
        guard digits.lowerBound == other.digits.lowerBound,
            bytes.count - digits.upperBound == other.bytes.count - other.digits.upperBound
        else { return false }
        return bytes.withUnsafeBufferPointer { mine in
            other.bytes.withUnsafeBufferPointer { theirs in
                mine[..<digits.lowerBound].elementsEqual(theirs[..<digits.lowerBound])
                    && mine[digits.upperBound...].elementsEqual(theirs[other.digits.upperBound...])
            }
        }
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
            guard (1...15).contains(place - start), place - start == 1 || line[start] != UInt8(ascii: "0"),
                place < line.count, line[place] == UInt8(ascii: ",") || line[place] == UInt8(ascii: "}")
            else { return nil }
            found = start..<place
        }
        return line.suffix(3).contains(UInt8(ascii: "\\")) ? nil : found
    }
}
