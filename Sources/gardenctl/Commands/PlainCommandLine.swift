import ArgumentParser

/// Reads the command lines that keys, bars and hooks run all day, without the argument parser: its search for conformances takes
/// two thirds of the time of such a command.
///
/// Only lines of a few plain forms are read, those that the parser is known to read in the same way. Everything else, and every
/// error, is the parser's.
enum PlainCommandLine {
    /// - Returns: `nil` for a line of another form.
    static func command(_ arguments: [String]) -> (any ClientCommand)? {
        guard let name = arguments.first else { return nil }
        var words = arguments.dropFirst()
        var common = CommonOptions()
        (common.json, common.socket, common.timeout) = (words.last == "--json", nil, nil)
        if common.json { words.removeLast() }
        switch (name, words.count) {
        case ("status", _):
            guard let format = format(words) else { return nil }
            var command = StatusCommand()
            (command.format, command.common) = (format, common)
            return command
        case ("watch", _):
            guard let format = format(words) else { return nil }
            var command = WatchCommand()
            (command.format, command.plain, command.interval, command.common) = (format, false, nil, common)
            return command
        case ("start-focus", _), ("start", _), ("focus", _): return startFocus(words, common)
        case ("toggle", 0):
            var command = ToggleCommand()
            command.common = common
            return command
        case ("pause", 0):
            var command = PauseCommand()
            command.common = common
            return command
        case ("resume", 0):
            var command = ResumeCommand()
            (command.countAbsence, command.common) = (false, common)
            return command
        default: return nil
        }
    }

    /// No words, or `-f FORMAT`.
    private static func format(_ words: ArraySlice<String>) -> FormatOptions? {
        var options = FormatOptions()
        options.format = nil
        if words.isEmpty { return options }
        guard let value = value(of: ["-f", "--format"], in: words) else { return nil }
        options.format = value
        return (try? options.validate()) == nil ? nil : options
    }

    /// No words, or `-c CATEGORY`.
    private static func startFocus(_ words: ArraySlice<String>, _ common: CommonOptions) -> StartFocusCommand? {
        var command = StartFocusCommand()
        (command.words, command.option, command.task) = ([], nil, [])
        (command.minutes, command.restart) = (nil, false)
        command.common = common
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
