import ArgumentParser

/// A length on the command line: `25`, `25m`, `1h`, `1h30`, `1h 30m` as one word. A plain number is minutes.
struct Minutes: ExpressibleByArgument, Equatable {
    let count: Int

    init(_ count: Int) { self.count = count }

    init?(argument: String) {
        if let count = Int(argument) {
            self.count = count
            return
        }
        let text = argument.lowercased().filter { $0 != " " }
        guard let match = text.wholeMatch(of: /(?:(\d{1,4})h)?(?:(\d{1,5})(?:m|min|minutes?)?)?/), !text.isEmpty else {
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
