/// How the value of one row is read into memory, without the type of the object.
@usableFromInline struct FieldReader: Sendable {
    /// The size of the value in memory, in bytes.
    let size: Int
    /// The alignment of the value in memory, in bytes.
    let alignment: Int
    /// Initializes the value from the members of a JSON object.
    let readMember: @Sendable (inout MemberReader, UnsafeMutableRawPointer) throws(ValidationError) -> Void
    /// Initializes the value from the reader's position in a record, and advances to the next.
    let readRecord: @Sendable (inout RecordReader, UnsafeMutableRawPointer) throws(ValidationError) -> Void
    /// Ends the life of a value that no object takes.
    let destroy: @Sendable (UnsafeMutableRawPointer) -> Void

    @inlinable init<Value>(
        of _: Value.Type,
        member: @escaping @Sendable (inout MemberReader, UnsafeMutableRawPointer) throws(ValidationError) -> Void,
        record: @escaping @Sendable (inout RecordReader, UnsafeMutableRawPointer) throws(ValidationError) -> Void
    ) {
        self.init(
            size: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment, member: member, record: record,
            destroy: { $0.assumingMemoryBound(to: Value.self).deinitialize(count: 1) })
    }

    @usableFromInline init(
        size: Int, alignment: Int,
        member: @escaping @Sendable (inout MemberReader, UnsafeMutableRawPointer) throws(ValidationError) -> Void,
        record: @escaping @Sendable (inout RecordReader, UnsafeMutableRawPointer) throws(ValidationError) -> Void,
        destroy: @escaping @Sendable (UnsafeMutableRawPointer) -> Void
    ) {
        self.size = size
        self.alignment = alignment
        readMember = member
        readRecord = record
        self.destroy = destroy
    }
}

// Generic over the value only: so there is one specialization for each type of value, not one for each field of each object.
extension FieldReader {
    /// A value that must be present.
    @inlinable static func required<Value: WireValue>(_ name: String, _ constraint: Constraint<Value>?) -> FieldReader {
        FieldReader(of: Value.self) { members, place throws(ValidationError) in
            guard let json = members.value(of: name) else {
                throw ValidationError(path: [name], problem: "is missing")
            }
            place.initializeMemory(as: Value.self, to: try Constraint.value(json, constraint))
        } record: { record, place throws(ValidationError) in
            place.initializeMemory(as: Value.self, to: try Value.value(from: &record))
        }
    }

    /// A value that is `standard` if the member is missing.
    @inlinable static func defaulted<Value: WireValue>(
        _ name: String, to standard: Value, _ constraint: Constraint<Value>?
    ) -> FieldReader {
        FieldReader(of: Value.self) { members, place throws(ValidationError) in
            guard let json = members.value(of: name) else {
                place.initializeMemory(as: Value.self, to: standard)
                return
            }
            place.initializeMemory(as: Value.self, to: try Constraint.value(json, constraint))
        } record: { record, place throws(ValidationError) in
            place.initializeMemory(as: Value.self, to: try Value.value(from: &record))
        }
    }

    /// A value that can be missing.
    @inlinable static func optional<Value: WireValue>(_ name: String, _ constraint: Constraint<Value>?) -> FieldReader {
        FieldReader(of: Value?.self) { members, place throws(ValidationError) in
            place.initializeMemory(
                as: Value?.self, to: try Constraint.optionalValue(members.value(of: name), constraint))
        } record: { record, place throws(ValidationError) in
            place.initializeMemory(as: Value?.self, to: try Value.valueIfPresent(from: &record))
        }
    }

    /// A param that changes a value or clears it.
    @inlinable static func change<Value: WireValue>(_ name: String, _ constraint: Constraint<Value>?) -> FieldReader {
        FieldReader(of: FieldChange<Value>.self) { members, place throws(ValidationError) in
            place.initializeMemory(
                as: FieldChange<Value>.self, to: try FieldChange.read(members.value(of: name), constraint))
        } record: { record, place throws(ValidationError) in
            // Params are kept as JSON, never as records. In a record, no value means that it stays.
            let value = try Value.valueIfPresent(from: &record)
            place.initializeMemory(as: FieldChange<Value>.self, to: value.map(FieldChange.set) ?? .keep)
        }
    }

    /// The fields of an inner object, as members of the outer one.
    @inlinable static func inlined<Value: WireObject>(_: Value.Type) -> FieldReader {
        FieldReader(of: Value.self) { members, place throws(ValidationError) in
            try Value.fields.list.read(&members, into: place)
        } record: { record, place throws(ValidationError) in
            try Value.fields.list.read(&record, into: place)
        }
    }
}
