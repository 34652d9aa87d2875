import GardenAPI
import WorkKit

/// A category that was merged into another one (RULES T26).
///
/// The history keeps the category in which something happened; who reads it follows the merge. So a merge costs the same
/// however long the history is, and its undo gives everything back.
public struct MergedCategory: WireObject, Equatable {
    public static let name = "MergedCategory"

    public var id: Int
    /// The id of the category that continues it.
    public var into: Int
    /// The name of that one at the merge, for the time after it is removed.
    public var name: String
    /// The uid of that one.
    public var uid: String
    /// The event of the merge: earlier resets of the other garden were not about this one. 0 for a removed category that
    /// the merged one had continued.
    public var since: Int

    public static let fields = Fields(
        MergedCategory.init,
        .required("id", \.id, "the category's id"),
        .required("into", \.into, "the category that continues it"),
        .required("name", \.name, "the name of that category at the merge"),
        .required("uid", \.uid, "the uid of that category"),
        .required("since", \.since, "the event of the merge; 0 if it was removed before"))
}

/// The categories that were merged into others.
struct MergedCategories: Sendable, Equatable {
    private var links: [Int: MergedCategory] = [:]

    init(_ merged: [MergedCategory] = []) {
        links = Dictionary(merged.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    }

    subscript(id: Int) -> MergedCategory? {
        get { links[id] }
        set { links[id] = newValue }
    }

    /// By id.
    var inOrder: [MergedCategory] { links.values.sorted { $0.id < $1.id } }

    /// The merges by which a category came to the one that continues it, the first one at the beginning.
    func path(from id: Int) -> [MergedCategory] {
        var (path, last) = ([MergedCategory](), id)
        // A damaged journal must not lead in a circle.
        while let link = links[last], path.count < links.count {
            path.append(link)
            last = link.into
        }
        Work.note(path.count, .values)
        return path
    }

    /// All categories that some others continue, by id.
    func continued(by ids: [Int]) -> [Int] {
        guard !links.isEmpty else { return [] }
        Work.note(links.count, .values)
        let sources = Dictionary(grouping: links.values, by: \.into)
        var (found, open) = (Set<Int>(), ids)
        while let id = open.popLast() {
            for link in sources[id] ?? [] where found.insert(link.id).inserted { open.append(link.id) }
        }
        return found.sorted()
    }
}

extension CategoryBook {
    /// The id of the category that continues one, or its own; the category may be removed.
    func continuing(_ id: Int) -> Int { merged.path(from: id).last?.into ?? id }

    /// The id of the category that has now what was in one: itself, the one that continues it, or Default.
    func present(_ id: Int) -> Int { self[id]?.id ?? self[continuing(id)]?.id ?? Self.defaultId }

    /// A category with all that it continues by merges, by id.
    func continued(by id: Int) -> [Int] { (merged.continued(by: [id]) + [id]).sorted() }
}

extension GardenState {
    /// The category that continues a merged one; `nil` if it was not merged.
    func continuation(ofCategory id: Int) -> (id: Int, name: String, uid: String)? {
        guard let last = categories.merged.path(from: id).last else { return nil }
        let category = categories[last.into]
        return (last.into, category?.name ?? last.name, category?.uid ?? last.uid)
    }
}

extension StatePart {
    /// A category that was merged into another one.
    static let mergedCategory = StatePart(
        "mergedCategory",
        read: { state, id in state.categories.merged[id] },
        write: { state, id, merged in state.categories.merged[id] = merged })
}
