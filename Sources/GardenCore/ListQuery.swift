import GardenAPI

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

/// The answer to a ``ListQuery`` while it is made.
public final class ListAnswer {
    private let next: () throws(GardenError) -> [[UInt8]]?
    private var bytes = [UInt8(ascii: "[")]

    init<Asked: ListQuery>(to query: Asked, in context: QueryContext) throws(GardenError) {
        let next = try query.slices(in: context)
        self.next = { () throws(GardenError) in try next()?.map(\.encoded) }
    }

    /// Does the first slice.
    ///
    /// - Returns: the answer, if it is complete after that.
    public func begin() throws(GardenError) -> [UInt8]? {
        // The end of the list shows only after its last slice.
        if let answer = try advance() { return answer }
        return try advance()
    }

    /// Does one slice.
    ///
    /// - Returns: the answer once it is complete.
    public func advance() throws(GardenError) -> [UInt8]? {
        guard let elements = try next() else {
            bytes.append(UInt8(ascii: "]"))
            return bytes
        }
        for element in elements {
            if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
            bytes += element
        }
        return nil
    }
}
