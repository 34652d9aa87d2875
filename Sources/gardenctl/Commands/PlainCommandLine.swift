import ArgumentParser

/// Reads the command lines that keys, bars and hooks run all day, without the argument parser: its search for conformances takes
/// two thirds of the time of such a command.
///
/// Only lines of a few plain forms are read, those that the parser is known to read in the same way. Everything else, and every
/// error, is the parser's.
enum PlainCommandLine {
    /// - Returns: `nil` for a line of another form.
    static func action(_ arguments: [String]) -> (any ClientAction)? {
        guard let name = arguments.first else { return nil }
        var words = arguments.dropFirst()
        let options = ClientOptions(json: words.last == "--json")
        if options.json { words.removeLast() }
        switch (name, words.count) {
        case ("status", 0): return StatusAction(format: .text, options: options)
        case ("watch", 0): return watch(nil, options)
        case ("status", _) where options.json, ("watch", _) where options.json: return nil
        case ("status", _): return format(words).map { StatusAction(format: $0.format, options: options) }
        case ("watch", _): return format(words).flatMap { watch($0.word, options) }
        case ("start-focus", _), ("start", _), ("focus", _): return startFocus(words, options)
        case ("toggle", 0):
            var command = ToggleCommand()
            command.common = CommonOptions(options)
            return command
        case ("pause", 0):
            var command = PauseCommand()
            command.common = CommonOptions(options)
            return command
        case ("resume", 0):
            var command = ResumeCommand()
            (command.countAbsence, command.common) = (false, CommonOptions(options))
            return command
        default: return nil
        }
    }

    /// `-f FORMAT`.
    private static func format(_ words: ArraySlice<String>) -> (word: String, format: StatusFormat)? {
        guard let word = value(of: ["-f", "--format"], in: words), let format = try? StatusFormat(word) else {
            return nil
        }
        return (word, format)
    }

    private static func watch(_ format: String?, _ options: ClientOptions) -> WatchCommand {
        var command = WatchCommand()
        command.format = FormatOptions()
        command.format.format = format
        (command.plain, command.interval, command.common) = (false, nil, CommonOptions(options))
        return command
    }

    /// No words, or `-c CATEGORY`.
    private static func startFocus(_ words: ArraySlice<String>, _ options: ClientOptions) -> StartFocusCommand? {
        var command = StartFocusCommand()
        (command.words, command.option, command.task) = ([], nil, [])
        (command.minutes, command.restart) = (nil, false)
        command.common = CommonOptions(options)
        if !words.isEmpty {
            guard let value = value(of: ["-c", "--category"], in: words), let category = Reference(argument: value)
            else {
                return nil
            }
            command.option = category
        }
        return (try? command.validate()) == nil ? nil : command
    }

    /// The value if the words are one of these options and its value. One that looks like an option is left to the parser.
    private static func value(of names: [String], in words: ArraySlice<String>) -> String? {
        guard words.count == 2, let name = words.first, names.contains(name), let value = words.last else { return nil }
        return value.isEmpty || value.hasPrefix("-") ? nil : value
    }
}
