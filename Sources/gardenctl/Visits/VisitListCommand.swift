import ArgumentParser
import GardenAPI

extension VisitCommand {
    struct List: ShowingCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List visits by day, the newest first.",
            discussion: """
                Several values of one filter are alternatives; different filters combine. Days are whole, from 04:00 \
                (day.start_hour) on.

                  gardenctl visit list --from 2026-11-01 --to yesterday
                  gardenctl visit list --label trip --label food --member Ann
                  gardenctl visit list --search station --near 35.6812,139.7671 --radius 5000
                  gardenctl visit list --trash
                """,
            aliases: ["ls"])

        @Option(
            help: ArgumentHelp("Only with this label; give it again for others.", valueName: "name"),
            completion: Completions.labels)
        var label: [String] = []

        @Option(
            help: ArgumentHelp("Only in this group; give it again for others.", valueName: "name"),
            completion: Completions.groups)
        var group: [String] = []

        @Option(
            help: ArgumentHelp("Only with this member; give it again for others.", valueName: "name"),
            completion: Completions.members)
        var member: [String] = []

        @Option(help: ArgumentHelp("Only of this kind; give it again for others.", valueName: "kind"))
        var kind: [String] = []

        @Option(
            parsing: .upToNextOption,
            help: ArgumentHelp("Only with this text in title, facility, address or comment.", valueName: "text"))
        var search: [String] = []

        @Option(
            parsing: .upToNextOption,
            help: ArgumentHelp("The first day, or day and time.", valueName: "date"))
        var from: [String] = []

        @Option(
            parsing: .upToNextOption,
            help: ArgumentHelp("The last day, or day and time, inclusive.", valueName: "date"))
        var to: [String] = []

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("Only near this place, with distances.", valueName: "lat,lon"))
        var near: String?

        @Option(help: ArgumentHelp("How far from --near, in metres (default: 100).", valueName: "metres"))
        var radius: String?

        @Flag(help: "List the trash instead.")
        var trash = false

        @Flag(help: "List the oldest first.")
        var ascending = false

        @Option(help: ArgumentHelp("At most this many (default: 100).", valueName: "count"))
        var limit: Int?

        @Option(help: ArgumentHelp("Show the next page: the id that the previous page names.", valueName: "id"))
        var before: Int?

        @OptionGroup var common: CommonOptions

        mutating func validate() throws {
            if radius != nil, near == nil { throw ValidationError("--radius needs --near") }
            try validateRequest()
        }

        func request() throws -> VisitList {
            VisitList(
                label: names(label), group: names(group), member: names(member), kind: names(kind),
                keyword: joined(search), from: joined(from), to: joined(to),
                near: try near.map { try NearPlace(words: [$0], radius: radius) }, trashed: trash ? true : nil,
                ascending: ascending ? true : nil, limit: limit, before: before)
        }

        private func names(_ names: [String]) -> NameList? { names.isEmpty ? nil : NameList(names) }

        func rendered(_ response: VisitPage, _ style: Style) -> String { visitListText(listing(response), style) }

        func text(
            _ response: VisitPage, at present: Present?, asking client: Client, _ style: Style
        ) throws(CommandError) -> String {
            visitListText(listing(response), today: present?.today.day, style)
        }

        private func listing(_ page: VisitPage) -> VisitListing {
            VisitListing(
                visits: page.visits, commandForMore: page.next.map(commandForMore), isTrash: trash,
                isFiltered: isFiltered)
        }

        private var isFiltered: Bool {
            near != nil || before != nil || [label, group, member, kind, search, from, to].contains { !$0.isEmpty }
        }

        private func commandForMore(from id: Int) -> String {
            var words = ["gardenctl", "visit", "list"]
            for (option, values) in [("label", label), ("group", group), ("member", member), ("kind", kind)] {
                words += values.map { "--\(option)=\($0)" }
            }
            let texts = [
                ("search", joined(search)), ("from", joined(from)), ("to", joined(to)), ("near", near),
                ("radius", radius), ("limit", limit.map(String.init)),
            ]
            for case (let option, let text?) in texts { words.append("--\(option)=\(text)") }
            if trash { words.append("--trash") }
            if ascending { words.append("--ascending") }
            return (words + ["--before", "\(id)"]).map(\.quotedForShell).joined(separator: " ")
        }
    }
}
