import GardenAPI

/// Writes the record form of a large value in slices, so that other work can be done between two slices.
package struct RecordSlices: Sendable {
    private var writer = JSONWriter()
    /// The remaining steps, in reverse order.
    private var steps: [RecordStep]

    /// Creates the slices of a value.
    package init(of value: some WireValue) { steps = value.recordSteps.reversed() }

    /// Writes the next slice.
    ///
    /// - Parameter count: the approximate number of bytes to write.
    /// - Returns: the whole record when it is complete, otherwise `nil`.
    package mutating func advance(bytes count: Int) -> [UInt8]? {
        let enough = writer.bytes.count + count
        while let step = steps.popLast() {
            switch step {
            case .write(let write): write(&writer)
            case .steps(let make): steps += make().reversed()
            }
            if writer.bytes.count >= enough { break }
        }
        return steps.isEmpty ? writer.bytes : nil
    }
}
