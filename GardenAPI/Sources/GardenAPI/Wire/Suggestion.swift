/// Finds the known name that a mistyped one most likely means.
public enum Suggestion {
    /// The known word nearest to `word`; `nil` if none is near enough to be a likely mistake.
    public static func nearest(to word: String, among known: [String]) -> String? {
        allNearest(to: word, among: known).first
    }

    /// The known words nearest to `word`, several if they are equally near, in their order; none if none is near enough to be a
    /// likely mistake.
    ///
    /// - Parameter mostMistakes: how many letters may be wrong at most.
    public static func allNearest(to word: String, among known: [String], mostMistakes: Int = .max) -> [String] {
        guard word.utf8.count <= 64 else { return [] }
        let letters = Array(word.lowercased().utf8)
        var best: (words: [String], distance: Int) = ([], Int.max)
        for candidate in known {
            // The distance is at least the difference of the lengths.
            guard abs(candidate.utf8.count - letters.count) <= best.distance else { continue }
            let distance = distance(letters, Array(candidate.lowercased().utf8))
            if distance < best.distance { best = ([], distance) }
            if distance == best.distance { best.words.append(candidate) }
        }
        return best.words.filter { candidate in
            // Two mistakes change a short word completely: "x" is not a mistake for "id".
            let most = min(max(2, letters.count / 3), max(letters.count, candidate.utf8.count) / 2, mostMistakes)
            return best.distance <= most
        }
    }

    /// The known path nearest to `word`, as a whole or by its last component: `Europe/Berlin` for `europe/berlni` and
    /// for `berlin`. If several paths match equally, the first of `known`.
    public static func nearest(to word: String, amongPaths known: [String]) -> String? {
        if let path = nearest(to: word, among: known) { return path }
        let lastParts = known.map { path in path.split(separator: "/").last.map(String.init) ?? path }
        return nearest(to: word, among: lastParts).flatMap(lastParts.firstIndex(of:)).map { known[$0] }
    }

    /// The optimal string alignment distance: the number of bytes to insert, delete, replace, or swap with their
    /// neighbour. Each error about an unknown name computes dozens of them, so it keeps only three rows.
    private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var (last, row) = (Array(0...b.count), Array(0...b.count))
        var lastButOne = row
        for i in a.indices {
            row[0] = i + 1
            for j in b.indices {
                var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, lastButOne[j - 1] + 1) }
                row[j + 1] = best
            }
            (lastButOne, last, row) = (last, row, lastButOne)
        }
        return last[b.count]
    }
}
