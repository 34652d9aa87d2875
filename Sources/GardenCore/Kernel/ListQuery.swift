import GardenAPI
import WorkKit

/// A query with a list for an answer, which may take longer than a turn may (ARCHITECTURE: no handler holds the loop longer than
/// 10 ms). It is answered in slices, from the state and the history at its beginning.
public protocol ListQuery: Query where Response == [Element] {
    associatedtype Element: WireValue

    /// - Returns: a function that returns the next elements, about a millisecond's work, and `nil` after the last.
    func slices(in context: QueryContext) throws(GardenError) -> () throws(GardenError) -> [Element]?
}

extension ListQuery {
    public func answer(in context: QueryContext) throws(GardenError) -> [Element] {
        let next = try slices(in: context)
        var elements: [Element] = []
        while let slice = try next() { elements += slice }
        return elements
    }
}

/// An answer while it is made in slices: to a ``ListQuery``, or one value at the end of a long reading.
public final class ListAnswer {
    /// The next elements as JSON, with commas between them. They may be none before the end.
    struct Slice {
        var elements: [UInt8]
        var isLast: Bool
        /// Whether they come before those of the slices so far.
        var comesFirst = false
    }

    /// Each call does about a millisecond's work.
    typealias Slices = () throws(GardenError) -> Slice

    /// Does a slice; returns the answer after the last one.
    private let slice: () throws(GardenError) -> [UInt8]?
    private let reported: () -> (any MachineReport)?
    private let pieces: Pieces
    /// How many slices its request's turn does. That the first one was everything shows only in the second one for some.
    private let firstSlices: Int

    /// The slices so far. They are joined once: an array that grows by slices copies its bytes again and again.
    private final class Pieces {
        private(set) var bytes = 0
        private var all: [[UInt8]] = []

        func add(_ slice: Slice) {
            guard !slice.elements.isEmpty else { return }
            Work.note(all.count, .places)
            Work.note(slice.elements.count, .bytes)
            bytes += slice.elements.count
            all.insert(slice.elements, at: slice.comesFirst ? 0 : all.count)
        }

        func takeList() -> [UInt8] {
            defer { (bytes, all) = (0, []) }
            return all.asList
        }
    }

    /// How many bytes of the answer are made.
    public var heldBytes: Int { pieces.bytes }

    /// What the reading found that belongs in the journal, once the answer is complete.
    public var report: (any MachineReport)? { reported() }

    convenience init<Asked: ListQuery>(to query: Asked, in context: QueryContext) throws(GardenError) {
        let next = try query.slices(in: context)
        // A slice is about as long as the one before it.
        var capacity = 0
        self.init(firstSlices: 2) { () throws(GardenError) in
            guard let elements = try next() else { return Slice(elements: [], isLast: true) }
            var writer = JSONWriter(reservingCapacity: capacity)
            for element in elements { element.write(to: &writer) }
            capacity = writer.bytes.count * 9 / 8
            return Slice(elements: writer.bytes, isLast: false)
        }
    }

    init(firstSlices: Int = 1, _ next: @escaping Slices) {
        self.firstSlices = firstSlices
        let pieces = Pieces()
        self.pieces = pieces
        slice = { () throws(GardenError) in
            let slice = try next()
            pieces.add(slice)
            return slice.isLast ? pieces.takeList() : nil
        }
        reported = { nil }
    }

    /// An answer at the end of a long reading.
    ///
    /// - Parameters:
    ///   - reading: does a slice; returns the answer after the last one.
    ///   - report: what the answer says that belongs in the journal.
    init<Answer: WireValue>(
        of reading: @escaping () throws(GardenError) -> Answer?,
        reporting report: @escaping (Answer) -> (any MachineReport)?
    ) {
        firstSlices = 2
        pieces = Pieces()
        var answer: Answer?
        slice = { () throws(GardenError) in
            answer = try reading()
            return answer?.encoded
        }
        reported = { answer.flatMap(report) }
    }

    /// Does the first slice.
    ///
    /// - Returns: the answer, if it is complete after that.
    public func begin() throws(GardenError) -> [UInt8]? {
        for _ in 0..<firstSlices {
            if let answer = try advance() { return answer }
        }
        return nil
    }

    /// Does one slice.
    ///
    /// - Returns: the answer once it is complete.
    public func advance() throws(GardenError) -> [UInt8]? { try slice() }
}

extension [[UInt8]] {
    /// These JSON values as elements of a list, without its brackets. `joined` would copy each byte by itself.
    var asElements: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(listBytes)
        appendElements(to: &bytes)
        return bytes
    }

    /// These JSON values, or elements with commas between them, as a list.
    var asList: [UInt8] {
        var bytes = [UInt8(ascii: "[")]
        bytes.reserveCapacity(listBytes)
        appendElements(to: &bytes)
        bytes.append(UInt8(ascii: "]"))
        return bytes
    }

    private var listBytes: Int { reduce(2) { $0 + $1.count + 1 } }

    private func appendElements(to bytes: inout [UInt8]) {
        for (index, element) in enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += element
        }
    }
}
