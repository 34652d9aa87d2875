import ArgumentParser
import GardenAPI

/// The commands for the log, the journal and undo.
enum JournalFeature: ClientFeature {
    static let group = CommandGroup(
        name: "Log and journal",
        subcommands: [
            UndoCommand.self, RedoCommand.self, LogCommand.self, WhyCommand.self, EventsCommand.self,
            VerifyCommand.self,
        ])

    static func advice(on refusal: GardenError) -> String? {
        if refusal.details["reason"]?.stringValue == RefusalReason.archived.rawValue {
            return "to add a line to another day: gardenctl log note TEXT --at yesterday"
        }
        guard refusal.details["reason"]?.stringValue == RefusalReason.cannotUndo.rawValue,
            let why = refusal.details["why"]?.stringValue, !["nothing", "passed"].contains(why),
            !refusal.message.hasPrefix("cannot redo")
        else { return nil }
        switch why {
        case "balance":
            return "its points have been spent since; a purchase can be taken back first: gardenctl undo --dry-run"
        case "changed_since" where isEntered(refusal.details["method"]?.stringValue):
            return
                "another one may be taken back alone: gardenctl undo --dry-run; or take back those since, too, and enter "
                + "them again with --at"
        default: return "another one may be taken back alone: gardenctl undo --dry-run"
        }
    }

    /// Whether what a method did can be entered again at its time.
    private static func isEntered(_ method: String?) -> Bool {
        method.map([TaskComplete.method, ShopBuy.method, RateAdd.method].contains) ?? false
    }

    static var concepts: [Concepts.Section] {
        [
            Concepts.Section(
                title: "Records",
                entries: [
                    Concepts.Entry(
                        "log",
                        "The diary of a day: a line for everything that happens, and your own notes. You can edit it. At "
                            + "the end of the day, it is archived as a text file."),
                    Concepts.Entry(
                        "journal",
                        "Every event since the beginning, in order and with checksums. Everything else is computed from it; it is "
                            + "never edited. `events` lists it, `verify` checks it."),
                    Concepts.Entry(
                        "event", "One entry of the journal, with a number (seq) and a type such as focus.completed."),
                    Concepts.Entry(
                        "undo", "Takes back a change that you made, by adding a new event. The journal keeps both."),
                ])
        ]
    }

    static var tables: [Concepts.Section] {
        [
            Concepts.Section(
                title: "The codes in the output of why",
                entries: [
                    Concepts.Entry("L1", "A new day began."),
                    Concepts.Entry("L7", "The time zone or the clock changed; the day did not begin again."),
                    Concepts.Entry("L10", "The day was corrected after a wrong clock."),
                    Concepts.Entry("M1", "The balance was adjusted by hand."),
                    Concepts.Entry("M3", "A task or a focus session paid points."),
                    Concepts.Entry("T25", "A standing task with points below 0 took points."),
                    Concepts.Entry("M5", "An item was bought, at its price times the rate at that moment."),
                    Concepts.Entry("M6", "The rate was switched on or off for prices."),
                    Concepts.Entry(
                        "M8", "Money was spent, or an item that counts as spending was bought; the meter rose."),
                    Concepts.Entry("M9", "The table of tiers changed."),
                    Concepts.Entry("M10", "The meter reached another tier, which lasts two days."),
                    Concepts.Entry("M11", "A new day began: one day less is left, or the tier dropped."),
                    Concepts.Entry("M12", "The meter or the tier was corrected, or a purchase was returned."),
                    Concepts.Entry(
                        "P22", "A session was entered afterwards."),
                    Concepts.Entry("P30", "A session was corrected or removed, with all that follows from it."),
                    Concepts.Entry(
                        "P31", "Something of an earlier day was entered or undone, so the rate was counted again."),
                    Concepts.Entry("T26", "The category of a session was merged into another one."),
                    Concepts.Entry("U1", "A change was undone, or made again."),
                    Concepts.Entry("U6", "Everything was reset."),
                ])
        ]
    }

    static var aliases: [String: [String]] { ["note": ["log", "note"]] }

    static var synonyms: [String: [String]] {
        ["history": ["events", "log"], "journal": ["events"]]
    }

    /// The day of the log is an option, because a word after `log` names a subcommand.
    static func remark(onSubcommandsOf command: String) -> String? {
        command == "log" ? "For the log of another day: gardenctl log --day yesterday" : nil
    }
}

extension Completions {
    /// The numbers of today's lines of the log, the newest first.
    static let logLines = CompletionKind.custom { words, _, _ in
        let lines = ask(LogList(), words)?["lines"]?.arrayValue ?? []
        return candidates(
            lines.reversed().map { ("\($0["id"]?.integerValue ?? 0)", $0["text"]?.stringValue ?? "") })
    }

    static let archivedDays = CompletionKind.custom { words, _, _ in
        let days = ask(LogArchives(), words)?.arrayValue?.compactMap { $0["day"]?.stringValue } ?? []
        return candidates(days.map { ($0, "day") })
    }

    /// The types of events, each group followed by its `group.*`.
    static let topics = CompletionKind.custom { words, _, _ in
        let types = ask(RPCDiscover(), words)?["x-events"]?.arrayValue?.compactMap { $0["name"]?.stringValue } ?? []
        var topics: [String] = []
        for type in types {
            let group = "\(type.prefix { $0 != "." }).*"
            if !topics.contains(group) { topics.append(group) }
            topics.append(type)
        }
        return candidates(topics.map { ($0, $0.hasSuffix(".*") ? "group of types" : "type of event") })
    }
}
