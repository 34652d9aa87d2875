import TestSupport
import Testing

@testable import GardenCore

@Suite struct ChunkedArrayTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func itIsAnArray(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var model = Array(0..<Int.random(in: 0...3_000, using: &random))
        var array = ChunkedArray(model)
        for step in 0..<4_000 {
            let (oldArray, oldModel) = (array, model)
            // It grows, shrinks to nothing, and grows again.
            let grows = step / 1_000 % 2 == 0 ? 7 : 2
            if Int.random(in: 0..<10, using: &random) < grows || model.isEmpty {
                let offset = Int.random(in: 0...model.count, using: &random)
                array.insert(step, at: array.index(ofOffset: offset))
                model.insert(step, at: offset)
            } else {
                let offset = Int.random(in: 0..<model.count, using: &random)
                #expect(array.remove(at: array.index(ofOffset: offset)) == model.remove(at: offset))
            }
            guard step % 100 == 0 else { continue }
            #expect(oldArray.elementsEqual(oldModel), "a copy keeps what it had")
            expectEqual(array, model)
        }
    }

    private func expectEqual(_ array: ChunkedArray<Int>, _ model: [Int]) {
        #expect(Array(array) == model && array.count == model.count)
        #expect(array == ChunkedArray(model), "the division is no difference")
        #expect(Array(array.reversed()) == model.reversed())
        #expect(array.indices.map { array.distance(from: array.startIndex, to: $0) } == Array(model.indices))
        #expect(model.indices.map { array[array.index(ofOffset: $0)] } == model)
        for offset in [model.count, model.count + 1, 2 * model.count + 1] {
            #expect(array.index(ofOffset: offset) == array.endIndex)
        }
        #expect(array.index(array.startIndex, offsetBy: model.count) == array.endIndex)
        #expect(array.index(array.startIndex, offsetBy: model.count + 1, limitedBy: array.endIndex) == nil)
        #expect(array.index(array.endIndex, offsetBy: -model.count, limitedBy: array.startIndex) == array.startIndex)
        let middle = array.index(ofOffset: model.count / 2)
        #expect(Array(array[..<middle]) == Array(model[..<(model.count / 2)]))
        #expect(Array(array[middle...]) == Array(model[(model.count / 2)...]))
        #expect(array.dropFirst(model.count / 3).first == model.dropFirst(model.count / 3).first)
        let sizes = array.chunkSizes
        #expect(sizes.allSatisfy { (1...512).contains($0) })
        #expect(zip(sizes, sizes.dropFirst()).allSatisfy { $0 + $1 >= 256 })
    }

    @Test(arguments: [0, 1, 2, 511, 512, 513, 2_000])
    func itFindsWhereAConditionBegins(count: Int) {
        let array = ChunkedArray(Array(0..<count))
        for first in 0...count {
            let index = array.partitioningIndex { $0 >= first }
            #expect(array.distance(from: array.startIndex, to: index) == first)
            #expect(array.firstIndex { $0 == first } == (first < count ? index : nil))
        }
    }

    @Test func anElementIsReplaced() {
        var array = ChunkedArray(Array(0..<1_000))
        array[array.index(ofOffset: 700)] = -1
        var model = Array(0..<1_000)
        model[700] = -1
        #expect(Array(array) == model)
    }

    @Test func appendedPiecesBecomeChunks() {
        var array = ChunkedArray<Int>()
        for number in 0..<2_000 { array.append(contentsOf: [number]) }
        expectEqual(array, Array(0..<2_000))
        array.append(contentsOf: Array(2_000..<4_000))
        expectEqual(array, Array(0..<4_000))
        for place in [3_000, 1_000, 0] {
            array.remove(at: array.index(ofOffset: place))
            let index = array.partitioningIndex { $0 >= 2_500 }
            #expect(array[index] == 2_500)
        }
    }
}
