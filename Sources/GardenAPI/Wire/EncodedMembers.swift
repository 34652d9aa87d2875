/// The members of an object as they are written, one by one: for each an object that holds it only, or nothing where it
/// is left out.
struct EncodedMembers {
    private var writer = JSONWriter(reservingCapacity: JSONWriter.usualBytes)
    private var ranges: [Range<Int>] = []

    mutating func append(_ write: (inout JSONWriter) -> Void) {
        let start = writer.bytes.count
        writer.beginObject()
        write(&writer)
        writer.endObject()
        ranges.append(start..<writer.bytes.count)
        writer.newline()
    }

    /// The places of those that are written otherwise in `other`, which has as many.
    func places(differingFrom other: EncodedMembers) -> [Int] {
        var places: [Int] = []
        for place in ranges.indices where writer.bytes[ranges[place]] != other.writer.bytes[other.ranges[place]] {
            places.append(place)
        }
        return places
    }

    /// The value at a place; null where the member was left out.
    func value(at place: Int) -> JSON {
        guard case .object(let object) = JSON.written(Array(writer.bytes[ranges[place]])) else { return .null }
        return object.members.first?.value ?? .null
    }
}
