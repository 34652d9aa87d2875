import WorkKit

/// An array in chunks. An insertion or a removal moves the elements of one chunk, and copies share the chunks that neither has
/// changed: in an array of 10,000 elements, a change to a copy takes a thirtieth of what it takes in one piece.
///
/// Two with the same elements are equal, however they are divided.
struct ChunkedArray<Element: Sendable>: Sendable {
    /// How many elements a chunk has at most. One that would have more is halved.
    private static var limit: Int { 512 }

    /// None is empty, and no two neighbours have less than half the limit together.
    private var chunks: [[Element]] = []
    private(set) var count = 0

    /// The sizes of its chunks.
    var chunkSizes: [Int] { chunks.map(\.count) }

    init(_ elements: [Element] = []) { append(contentsOf: elements) }

    mutating func append(contentsOf elements: [Element]) {
        Work.note(elements.count, .places)
        let seam = chunks.count - 1
        // Halves have room for what comes next.
        for start in stride(from: 0, to: elements.count, by: Self.limit / 2) {
            chunks.append(Array(elements[start...].prefix(Self.limit / 2)))
        }
        count += elements.count
        join(seam)
    }

    mutating func insert(_ element: Element, at index: Index) {
        count += 1
        guard !chunks.isEmpty else {
            chunks = [[element]]
            return
        }
        // What belongs between two chunks goes to the end of the first one.
        let isBetween = index.offset == 0 && index.chunk > 0
        let chunk = isBetween ? index.chunk - 1 : index.chunk
        chunks[chunk].insert(element, at: isBetween ? chunks[chunk].count : index.offset)
        noteChange(of: chunk)
        if chunks[chunk].count > Self.limit {
            let half = chunks[chunk].count / 2
            chunks.insert(Array(chunks[chunk][half...]), at: chunk + 1)
            chunks[chunk].removeSubrange(half...)
        }
    }

    @discardableResult
    mutating func remove(at index: Index) -> Element {
        count -= 1
        noteChange(of: index.chunk)
        let element = chunks[index.chunk].remove(at: index.offset)
        join(index.chunk)
        join(index.chunk - 1)
        return element
    }

    /// Joins a chunk with the next one if the two have become small. Removes it if it is the last one and empty.
    private mutating func join(_ chunk: Int) {
        guard chunks.indices.contains(chunk) else { return }
        if chunk + 1 < chunks.count, chunks[chunk].count + chunks[chunk + 1].count < Self.limit / 2 {
            chunks[chunk] += chunks.remove(at: chunk + 1)
        } else if chunks[chunk].isEmpty {
            chunks.remove(at: chunk)
        }
    }

    /// Any change copies the list of the chunks and one chunk, if they are shared.
    private func noteChange(of chunk: Int) { Work.note(chunks.count + chunks[chunk].count, .places) }

    /// The index of the first element for which a condition holds that holds for all after it, too.
    func partitioningIndex(where isAfter: (Element) -> Bool) -> Index {
        // The first chunk that ends with such an element.
        let chunk = chunks.partitioningIndex { $0.last.map(isAfter) ?? false }
        guard chunk < chunks.count else { return endIndex }
        return Index(chunk: chunk, offset: chunks[chunk].partitioningIndex(where: isAfter))
    }
}

extension ChunkedArray: MutableCollection, BidirectionalCollection {
    struct Index: Sendable, Comparable {
        fileprivate var chunk: Int
        fileprivate var offset: Int

        static func < (left: Index, right: Index) -> Bool {
            (left.chunk, left.offset) < (right.chunk, right.offset)
        }
    }

    var startIndex: Index { Index(chunk: 0, offset: 0) }
    var endIndex: Index { Index(chunk: chunks.count, offset: 0) }

    subscript(index: Index) -> Element {
        get { chunks[index.chunk][index.offset] }
        set { chunks[index.chunk][index.offset] = newValue }
    }

    func index(after index: Index) -> Index {
        let isLast = index.offset + 1 == chunks[index.chunk].count
        return isLast ? Index(chunk: index.chunk + 1, offset: 0) : Index(chunk: index.chunk, offset: index.offset + 1)
    }

    func index(before index: Index) -> Index {
        guard index.offset == 0 else { return Index(chunk: index.chunk, offset: index.offset - 1) }
        return Index(chunk: index.chunk - 1, offset: chunks[index.chunk - 1].count - 1)
    }

    /// The index of the element that a number of others precede, or the end if there are fewer: a step for each chunk.
    func index(ofOffset offset: Int) -> Index {
        guard offset < count else { return endIndex }
        var index = Index(chunk: 0, offset: offset)
        while index.offset >= chunks[index.chunk].count {
            index.offset -= chunks[index.chunk].count
            index.chunk += 1
        }
        return index
    }

    func index(_ index: Index, offsetBy distance: Int) -> Index { self.index(ofOffset: offset(of: index) + distance) }

    func index(_ index: Index, offsetBy distance: Int, limitedBy limit: Index) -> Index? {
        let left = self.distance(from: index, to: limit)
        let isBeyond = distance >= 0 ? left >= 0 && distance > left : left <= 0 && distance < left
        return isBeyond ? nil : self.index(index, offsetBy: distance)
    }

    func distance(from start: Index, to end: Index) -> Int { offset(of: end) - offset(of: start) }

    /// How many elements precede an index.
    private func offset(of index: Index) -> Int { chunks[..<index.chunk].reduce(index.offset) { $0 + $1.count } }

    func firstIndex(where isWanted: (Element) -> Bool) -> Index? {
        for (chunk, elements) in chunks.enumerated() {
            if let offset = elements.firstIndex(where: isWanted) { return Index(chunk: chunk, offset: offset) }
        }
        return nil
    }

    func makeIterator() -> FlattenSequence<[[Element]]>.Iterator { chunks.joined().makeIterator() }
}

extension ChunkedArray: Equatable where Element: Equatable {
    static func == (left: ChunkedArray, right: ChunkedArray) -> Bool {
        left.count == right.count && left.elementsEqual(right)
    }
}

extension Array {
    /// The index of the first element for which a condition holds that holds for all after it, too.
    fileprivate func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
