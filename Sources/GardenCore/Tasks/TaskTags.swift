import GardenAPI
import HashTreeCollections
import WorkKit

/// Which open tasks have a tag (RULES T22).
struct TagIndex: Sendable, Equatable {
    /// The ids in ascending order, by the folded tag.
    private var ids: TreeDictionary<String, ChunkedArray<Int>> = [:]

    /// The ids of the tasks that have a tag, in ascending order.
    func ids(of tag: String) -> ChunkedArray<Int> {
        Work.note(.values)
        return ids[tag.folded] ?? ChunkedArray()
    }

    mutating func replace(_ old: [String], by new: [String], of id: Int) {
        guard old != new else { return }
        for tag in old.map(\.folded) {
            guard var list = ids.removeValue(forKey: tag) else { continue }
            let place = list.partitioningIndex { $0 >= id }
            if place < list.endIndex, list[place] == id { list.remove(at: place) }
            if !list.isEmpty { ids[tag] = list }
        }
        for tag in new.map(\.folded) {
            var list = ids.removeValue(forKey: tag) ?? ChunkedArray()
            list.insert(id, at: list.partitioningIndex { $0 >= id })
            ids[tag] = list
        }
    }

    /// The tags with their tasks, as snapshots store them.
    struct Row: WireObject {
        static let name = "TagRow"

        var tag: String
        var ids: PackedIntegers

        static let fields = Fields(
            Row.init,
            .required("tag", \.tag, "the folded tag"),
            .required("ids", \.ids, "the tasks that have it"))
    }

    init(_ rows: [Row] = []) {
        ids = TreeDictionary(rows.map { ($0.tag, ChunkedArray($0.ids.values)) }, uniquingKeysWith: { $1 })
    }

    var rows: [Row] {
        ids.map { Row(tag: $0, ids: PackedIntegers(Array($1))) }.sorted { $0.tag < $1.tag }
    }
}

extension TaskBook {
    /// Whether an open task has a tag.
    func hasTag(_ tag: String) -> Bool { !tags.ids(of: tag).isEmpty }

    /// A tag as the open tasks that have it write it, or as it is given.
    fileprivate func spelling(of tag: String) -> String {
        let folded = tag.folded
        let known = tags.ids(of: tag).first.flatMap { self[$0] }?.details.tags?.first { $0.folded == folded }
        return known ?? tag
    }
}

extension TaskDetails {
    /// Gives it tags, in their usual spelling; none is `nil`.
    mutating func setTags(_ tags: [String], in book: TaskBook) {
        self.tags = tags.isEmpty ? nil : tags.map(book.spelling)
    }

    /// Gives it the tags of an edit.
    mutating func changeTags(_ edit: TaskEdit, in book: TaskBook) throws(GardenError) {
        if let tags = edit.tags { setTags(tags.tags, in: book) }
        let removed = Set((edit.removeTags?.tags ?? []).map(\.folded))
        if !removed.isEmpty { setTags((tags ?? []).filter { !removed.contains($0.folded) }, in: book) }
        guard let added = edit.addTags?.tags, !added.isEmpty else { return }
        let present = Set((tags ?? []).map(\.folded))
        let all = (tags ?? []) + added.filter { !present.contains($0.folded) }
        guard all.count <= TaskTag.mostOfTask else {
            throw .invalidParam(
                "addTags", "would give a task \(all.count) tags, and \(TaskTag.mostOfTask) are the most")
        }
        setTags(all, in: book)
    }
}
