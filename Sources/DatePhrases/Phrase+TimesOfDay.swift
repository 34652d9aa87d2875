/// Several times of each day: *at 8am and 8pm*, 8時と20時.
extension Phrase {
    /// A time has no more tokens: 下午3点30分.
    private static let mostTokensOfTime = 5

    /// The hours of the times in a list that begins at a token, their minute, and the index after it.
    ///
    /// - Returns: `nil` if fewer than two follow, or they have different minutes, which no rule can say.
    func timesOfDay(from start: Int) -> (hours: [Int], minute: Int, end: Int)? {
        var times: [TimeOfDay] = []
        var (index, end) = (start, start)
        while let first = tokens.indices.dropFirst(index).first(where: {
            !tokens[$0].isFiller || tokens[$0].means(.and)
        }),
            let (time, next) = timeOfDay(from: first)
        {
            guard !times.contains(time) else { return nil }
            times.append(time)
            (end, index) = (next, next)
            guard next < tokens.count else { break }
            let gap = text.characters[tokens[next - 1].range.upperBound..<tokens[next].range.lowerBound]
            if tokens[next].means(.and) {
                index += 1
            } else if !gap.contains(where: { [",", "、", "/"].contains($0) }) {
                break
            }
            // *8am, and 8pm*
            if index < tokens.count, tokens[index].means(.and) { index += 1 }
        }
        guard times.count > 1, Set(times.map(\.minute)).count == 1 else { return nil }
        return (times.map(\.hour), times[0].minute, end)
    }

    /// The longest time of the day that begins at a token, and the index after it.
    private func timeOfDay(from start: Int) -> (TimeOfDay, end: Int)? {
        let first = tokens[start]
        guard first.isTime || first.number != nil || first.part != nil else { return nil }
        for end in (start + 1...start + Self.mostTokensOfTime).reversed() where end <= tokens.count {
            let words = text.original(tokens[start].range.lowerBound..<tokens[end - 1].range.upperBound)
            guard !tokens[start..<end].contains(where: { $0.means(.and) }),
                let phrase = try? Phrase(words, examples: { $0.ahead })
            else { continue }
            var parser = PhraseParser(phrase, .ahead)
            guard let parts = try? parser.parse(), parts.kinds.isEmpty, parts.exact == nil,
                let time = try? SpokenTime(parts)
            else { continue }
            return (TimeOfDay(hour: time.hour % 24, minute: time.minute), end)
        }
        return nil
    }
}
