/// A command line that keys, bars and hooks run all day. It is read without the argument parser: its search for conformances takes
/// two thirds of the time of such a command.
///
/// Only lines of a few plain forms are read (``ClientFeature/action(_:)``), those that the parser is known to read in the same way.
/// Everything else, and every error, is the parser's.
struct PlainCommandLine {
    /// The name of the command.
    let name: String
    /// What follows it, without `--json` at the end.
    let words: ArraySlice<String>
    let options: ClientOptions

    /// - Returns: `nil` for a line without a command.
    init?(_ arguments: [String]) {
        guard let name = arguments.first else { return nil }
        self.name = name
        let words = arguments.dropFirst()
        options = ClientOptions(json: words.last == "--json")
        self.words = options.json ? words.dropLast() : words
    }

    /// The value if the words are one of these options and its value. One that looks like an option is left to the parser.
    func value(of names: [String]) -> String? {
        guard words.count == 2, let name = words.first, names.contains(name), let value = words.last else { return nil }
        return value.isEmpty || value.hasPrefix("-") ? nil : value
    }
}
