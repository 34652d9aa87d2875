import ArgumentParser

/// A length on the command line: `25`, `25m`, `1h`, `1h30`, `1h 30m` as one word. A plain number is minutes.
struct Minutes: ExpressibleByArgument, Equatable {
    let count: Int

    init(_ count: Int) { self.count = count }

    init?(argument: String) {
        let argument = argument.withASCIIDigits
        if let count = Int(argument) {
            self.count = count
            return
        }
        var text = argument.lowercased().filter { $0 != " " }
        for (words, unit) in [(["時間", "个小时", "個小時", "小时", "小時"], "h"), (["分钟", "分鐘", "分間", "分"], "m")] {
            for word in words { text = text.replacing(word, with: unit) }
        }
        guard let match = text.wholeMatch(of: /(?:([0-9]{1,4})h)?(?:([0-9]{1,5})(?:m|min|minutes?)?)?/), !text.isEmpty
        else {
            return nil
        }
        guard let hours = match.1 else {
            count = match.2.flatMap { Int($0) } ?? 0
            return
        }
        count = (Int(hours) ?? 0) * 60 + (match.2.flatMap { Int($0) } ?? 0)
    }

    var defaultValueDescription: String { "\(count)" }
}

extension NameSpecification {
    /// `-m 25`, `-m25` or `--minutes 25`.
    static let minutes: NameSpecification = [.customShort("m", allowingJoined: true), .customLong("minutes")]
}
