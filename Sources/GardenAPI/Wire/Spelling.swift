/// Finds what somebody who mistyped a name may have meant.
public enum Spelling {
    /// The known word nearest to `word`; `nil` when none is near enough to be a likely slip.
    public static func nearest(to word: String, among known: [String]) -> String? {
        let letters = Array(word.lowercased())
        guard letters.count <= 64 else { return nil }
        let ranked = known.map { (word: $0, distance: distance(letters, Array($0.lowercased()))) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        // Of a short word two slips leave nothing: "x" is no slip for "id".
        let isLikely =
            best.distance <= max(2, letters.count / 3) && best.distance * 2 <= max(letters.count, best.word.count)
        return isLikely ? best.word : nil
    }

    /// The optimal string alignment distance: how many letters must be added, dropped, changed, or swapped with their
    /// neighbour.
    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var rows = [Array(0...b.count)]
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, rows[i - 1][j - 1] + 1) }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
