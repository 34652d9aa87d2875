import ArgumentParser
import GardenAPI

/// An id on the command line, or a range of ids: `12`, `12-15`.
struct IDRange: ExpressibleByArgument, Equatable {
    private let ids: ClosedRange<Int>

    init(_ id: Int) { ids = id...id }

    var isSeveral: Bool { ids.count > 1 }

    /// Whether something can have the ids.
    var isOfIds: Bool { ids.lowerBound >= 1 }

    /// `nil` also for more ids than a request can have.
    init?(argument: String) {
        let argument = argument.withASCIIDigits
        if let id = Int(argument) {
            ids = id...id
            return
        }
        let ends = argument.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard ends.count == 2, let first = ends[0], let last = ends[1], first >= 1, first <= last,
            last - first < IDList.most
        else { return nil }
        ids = first...last
    }

    /// The ids of some ranges, each once, in their order.
    static func ids(_ ranges: [IDRange]) -> [Int] {
        var known: Set<Int> = []
        return ranges.flatMap(\.ids).filter { known.insert($0).inserted }
    }

    /// Throws if there are more ids than a request can have.
    static func validate(_ ranges: [IDRange]) throws {
        let count = ids(ranges).count
        guard count > IDList.most else { return }
        throw ValidationError("\(count) ids are given, and at most \(IDList.most) at a time are changed")
    }

    /// The ids of some ranges that something has.
    ///
    /// What was removed from the middle of a range is left out. An id by itself is always wanted.
    ///
    /// - Parameters:
    ///   - checksEach: whether to look for the ids by themselves, too.
    ///   - find: throws if nothing has the id.
    static func existingIds(
        _ ranges: [IDRange], checksEach: Bool = true, _ find: (Int) throws(CommandError) -> Void
    ) throws(CommandError) -> [Int] {
        let wanted = ids(ranges)
        guard wanted.count > 1 else { return wanted }
        var (missing, refusal): (Set<Int>, CommandError?) = ([], nil)
        for range in ranges where range.isSeveral || checksEach {
            for id in range.ids {
                do throws(CommandError) { try find(id) } catch {
                    guard range.ids.count > 1, case .refused(let reason) = error, reason.code == .notFound else {
                        throw error
                    }
                    missing.insert(id)
                    refusal = refusal ?? error
                }
            }
        }
        let existing = wanted.filter { !missing.contains($0) }
        if existing.isEmpty, let refusal { throw refusal }
        return existing
    }
}
