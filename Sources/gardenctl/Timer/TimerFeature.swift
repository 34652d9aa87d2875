import ArgumentParser
import GardenAPI
import TimeKit

/// The commands of the timer.
enum TimerFeature: ClientFeature {
    static let group = CommandGroup(
        name: "Timer",
        subcommands: [
            StartFocusCommand.self, StartRestCommand.self, PauseCommand.self, ResumeCommand.self,
            ToggleCommand.self, SkipCommand.self, StopCommand.self, FinishCommand.self, ExtendCommand.self,
            RetagCommand.self,
            SessionCommand.self,
        ])

    static var concepts: [Concepts.Section] {
        [
            Concepts.Section(
                title: "Focus",
                entries: [
                    Concepts.Entry(
                        "focus session",
                        "A stretch of work on one thing, 25 minutes by default; also known as a Pomodoro. Only a completed "
                            + "session counts. One that you stop, skip or restart earns nothing, unless timer.partial_sessions is true."
                    ),
                    Concepts.Entry(
                        "open session",
                        "A focus session without an end, which counts up until you finish it: a stopwatch. It earns 1 exp for each 25 "
                            + "minutes; a shorter one leaves its minutes."),
                    Concepts.Entry(
                        "rest",
                        "The break after a session, 5 minutes by default. It starts by itself unless you change that."),
                    Concepts.Entry(
                        "phase",
                        "A focus session or a rest. It can be paused; a session also pauses when the machine sleeps."),
                    Concepts.Entry(
                        "session number",
                        "How many sessions you have started in a row. Stopping the timer resets it, and so does a new day while "
                            + "the timer is stopped."),
                    Concepts.Entry(
                        "category",
                        "What you work on, such as Reading. Naming a new one creates it. The category Default always exists."
                    ),
                    Concepts.Entry(
                        "garden, exp, level",
                        "Each category has a garden. Each 25 minutes of a completed session and each task give it 1 exp; "
                            + "ten exp are a level."),
                    Concepts.Entry(
                        "day",
                        "It begins at 04:00 (day.start_hour), so a late evening counts for the day before. A session counts for "
                            + "the day with most of it."),
                    Concepts.Entry(
                        "presence",
                        "Whether you are at the desktop: active, idle, locked or unknown. While it is idle or locked, no session "
                            + "starts by itself."),
                ])
        ]
    }

    static var synonyms: [String: [String]] {
        [
            "stopwatch": ["start-focus"], "begin": ["start-focus"], "work": ["start-focus"],
            "pomodoro": ["start-focus"], "tag": ["retag"],
            "track": ["session"], "entry": ["session"],
        ]
    }

    static func action(_ line: PlainCommandLine) -> (any ClientAction)? {
        switch (line.name, line.words.count) {
        case ("start-focus", _), ("start", _), ("focus", _): return startFocus(line)
        case ("toggle", 0):
            var command = ToggleCommand()
            command.common = CommonOptions(line.options)
            return command
        case ("pause", 0):
            var command = PauseCommand()
            command.common = CommonOptions(line.options)
            return command
        case ("resume", 0):
            var command = ResumeCommand()
            (command.countAbsence, command.common) = (false, CommonOptions(line.options))
            return command
        default: return nil
        }
    }

    /// No words, or `-c CATEGORY`.
    private static func startFocus(_ line: PlainCommandLine) -> StartFocusCommand? {
        var command = StartFocusCommand()
        (command.words, command.option, command.task) = ([], nil, [])
        (command.minutes, command.open, command.ago) = (nil, false, nil)
        (command.awayOk, command.restart) = (false, false)
        command.common = CommonOptions(line.options)
        if !line.words.isEmpty {
            guard let value = line.value(of: ["-c", "--category"]), let category = Reference(argument: value) else {
                return nil
            }
            command.option = category
        }
        return (try? command.validate()) == nil ? nil : command
    }

    static func advice(on refusal: GardenError) -> String? {
        if refusal.code == .notRunning, refusal.details["phase"] == "stopped" { return "to start it: gardenctl start" }
        if refusal.details["pauses"] != nil, refusal.details["seconds"] != nil {
            return "to count the pauses: gardenctl session edit … --count-pauses"
        }
        if refusal.code == .insufficientPoints, refusal.details["points"] != nil {
            return "to leave the points as they are: --keep-points"
        }
        switch refusal.details["reason"]?.stringValue.flatMap(RefusalReason.init(rawValue:)) {
        case .notSet:
            return refusal.details["setting"]?.stringValue.map { "to count it: gardenctl config set \($0) true" }
        case .overlaps:
            let id = refusal.details["sessions"]?.arrayValue?.first?.integerValue
            if id == nil, refusal.details["free"] == nil {
                return "once it has ended, it can be divided: gardenctl session split ID TIME"
            }
            let show = id.map { "to see it: gardenctl session show \($0); " } ?? ""
            if refusal.details["free"] != nil {
                return "\(show)to add only the part that is free: gardenctl session add … --trim"
            }
            return id.map { "\(show)to divide it: gardenctl session split \($0) …" }
        case .nothingLeft:
            // Also the answer to a phase that is shortened too much, which has no start.
            let start = refusal.details["start"]?.stringValue.flatMap { Timestamp($0) }
            let category = refusal.details["category"]?.stringValue ?? ""
            let isWord = category.allSatisfy { $0.isLetter || $0.isNumber }
            let name = category.isEmpty ? "" : isWord ? " \(category)" : " …"
            return start.map { "to enter it: gardenctl session add \($0.clock)-now\(name)" }
        default: return nil
        }
    }
}
