/// Up to three of the names that look like what somebody typed, the best first; none that does not.
///
/// Case does not count, and what stands behind the last `/` may stand for the whole: `berlin` is near
/// `Europe/Berlin`.
func nearestNames(to typed: String, among names: [String]) -> [String] {
    let typed = Array(typed.lowercased().utf8)
    let mostEdits = max(1, typed.count / 4)
    var found: [(edits: Int, name: String)] = []
    for name in names {
        let lowered = Array(name.lowercased().utf8)
        let last = Array(lowered.split(separator: UInt8(ascii: "/")).last ?? [])
        let edits = min(editDistance(typed, lowered), editDistance(typed, last))
        if edits <= mostEdits { found.append((edits, name)) }
    }
    return found.sorted { $0 < $1 }.prefix(3).map(\.name)
}

/// How many letters must be put in, taken out or replaced to get from one text to the other (Levenshtein).
private func editDistance(_ from: [UInt8], _ to: [UInt8]) -> Int {
    var row = Array(0...to.count)
    for (line, letter) in from.enumerated() {
        var diagonal = row[0]
        row[0] = line + 1
        for column in to.indices {
            let replaced = diagonal + (to[column] == letter ? 0 : 1)
            diagonal = row[column + 1]
            row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
        }
    }
    return row[to.count]
}
