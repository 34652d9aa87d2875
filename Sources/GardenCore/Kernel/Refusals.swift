import GardenAPI

extension GardenError {
    /// The most candidates that a refusal of an ambiguous name lists.
    static let mostCandidates = 20

    /// An `invalid_params` error about one param.
    ///
    /// - Parameter problem: completes a sentence that begins with the param's name: "must not be 0".
    package static func invalidParam(_ param: String, _ problem: String) -> GardenError {
        GardenError(ValidationError(path: [param], problem: problem))
    }

    /// A `not_found` error for an id.
    ///
    /// - Parameter kind: the kind of entity: `category`, `item`, `purchase`, `counter`, `line`, `task`.
    package static func notFound(kind: String, id: Int) -> GardenError {
        GardenError(.notFound, "no \(kind) has the id \(id)", [("kind", .string(kind)), ("id", .integer(id))])
    }

    /// A `not_found` error for a name.
    package static func notFound(kind: String, name: String) -> GardenError {
        GardenError(
            .notFound, "no \(kind) is named \(JSON.string(name).text)",
            [("kind", .string(kind)), ("name", .string(name))])
    }

    /// An `already_exists` error: another entity of this kind has the name.
    package static func alreadyExists(kind: String, name: String) -> GardenError {
        GardenError(
            .alreadyExists, "a \(kind) named \(JSON.string(name).text) already exists",
            [("kind", .string(kind)), ("name", .string(name))])
    }

    /// A `storage_failed` error of a write. Nothing was changed.
    package static func storageFailed(_ reason: String) -> GardenError {
        GardenError(
            .storageFailed, "cannot write to disk, nothing was changed: \(reason)", [("reason", .string(reason))])
    }

    /// A `storage_failed` error of a write that may have been made.
    package static func storageUncertain(_ reason: String) -> GardenError {
        GardenError(
            .storageFailed, "cannot write to disk, and whether the change was saved is unknown: \(reason)",
            [("reason", .string(reason)), ("outcome", "unknown")])
    }

    /// A `storage_failed` error of a write that may have been made after a backup, which is kept.
    ///
    /// - Parameters:
    ///   - backup: the path of the backup.
    ///   - restore: the command for a shell that restores it.
    package static func storageUncertain(_ reason: String, backup: String, restore: String) -> GardenError {
        var error = storageUncertain(reason)
        error.message += "; the backup made before it is kept: \(backup)"
        error.details.append("backup", .string(backup))
        error.details.append("restore", .string(restore))
        return error
    }

    /// A `refused` error: the garden has as many entities as it can have.
    ///
    /// - Parameters:
    ///   - kind: the kind of entity: `category`, `item`, `counter`, `task`.
    ///   - name: what they are called: "categories".
    package static func tooMany(_ kind: String, named name: String, limit: Int) -> GardenError {
        .refused(
            .tooMany, "the garden already has \(limit) \(name), the maximum; remove one first",
            [("kind", .string(kind)), ("limit", .integer(limit))])
    }

    /// A `storage_failed` error of a read from the journal.
    package static func unreadable(_ reason: String) -> GardenError {
        GardenError(.storageFailed, "cannot read the journal: \(reason)", [("reason", .string(reason))])
    }
}
