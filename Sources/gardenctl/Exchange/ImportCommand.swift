import ArgumentParser
import GardenAPI
import ImportFormats
import TextKit
import TimeKit

/// `gardenctl import`
struct ImportCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Add what a file of another program, or of another garden, holds.",
        usage: "gardenctl import [<format>] <file> [<options>]",
        discussion: """
            Places become visits: the waypoints of GPX, the points of GeoJSON (also one feature a line) and KML, Google's saved \
            places, and the visits of a Google Timeline, from a phone or from Takeout, also in a zip archive. Tasks become tasks, \
            open or done: task export of Taskwarrior, todo.txt, the to-dos of a calendar, the CSV file of Todoist, and the habits of \
            Loop Habit Tracker with the days on which they were done. Tracked time \
            becomes focus sessions: timew export of Timewarrior and its data files, the CSV files of Toggl and Clockify, the \
            events of a calendar with --events. Any table in CSV is read by the names of its columns, such as title, due, \
            project, or date, start, end, minutes; --columns names those of a table without such a row. What gardenctl export \
            writes comes back with its categories, items, counters and log; its balance comes only into an empty garden. The format \
            follows from the content, else from the name, or is the first word. A file of - is the standard input.

            What is imported is of the past: it counts on its own days, brings experience for focus but no points, rings for \
            nothing that has passed, and writes one line into the log. --points pays points, --no-exp leaves the experience out.

            An entry that cannot be read is left out and named with its line, and so is what was guessed; tracks, routes and areas \
            are counted. What you have already is not added again, so a file can be imported again: tasks and tracked time are \
            known by the ids of their program, places by their coordinates and instant. Time that belongs to another session is \
            left out. A place without a time needs --at. A time without a zone is one of the garden's zone.

            An import is one change: gardenctl undo takes all of it back. Ctrl-C while it goes on adds nothing.

              gardenctl import places.gpx
              gardenctl import Timeline.json --dry-run
              gardenctl import places.geojson --at 2026-03-10 18:30
              gardenctl import tasks.json --map Home.Garden=Garden
              gardenctl import todo.txt --category Home
              gardenctl import calendar.ics --events --category Work
              gardenctl import reading.csv --columns date,minutes,category
              gardenctl import garden.jsonl
            """)

    @Argument(
        help: ArgumentHelp("The format, if it is to be named, and the file.", valueName: "file"), completion: .file())
    var words: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("When it was, for places without a time.", valueName: "date"))
    var at: [String] = []

    @Flag(name: [.customShort("n"), .long], help: "Only show what would be added.")
    var dryRun = false

    @Option(
        help: ArgumentHelp(
            "The columns of a table without a header: --columns date,start,end,category,-. A - is not read.",
            valueName: "fields"))
    var columns: String?

    @Flag(help: "The events of a calendar are time that you worked, so they become sessions.")
    var events = false

    @OptionGroup var categories: CategoryChoice

    @Flag(help: "Pay points for what is done: those of tasks, and of focus sessions as the settings say.")
    var points = false

    @Flag(help: "Sessions bring minutes only, and no experience.")
    var noExp = false

    @OptionGroup var common: CommonOptions

    mutating func validate() throws { _ = try ImportSource(words) }

    static let answerSeconds = ImportTransfer.answerSeconds

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        let source: ImportSource
        do { source = try ImportSource(words) } catch { throw .usage("\(error)") }
        let opened = try source.open(isTable: columns != nil)
        let today = opened.needsToday ? try client.ask(DaemonStatus()).value().day : nil
        let names = columns?.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let file = try opened.read(ReadingOptions(readsEvents: events, columns: names, today: today))
        var outcome = ImportOutcome(file)
        let plan = try plan(file, &outcome, asking: client)
        if !plan.entries.isEmpty {
            if !dryRun {
                let names = plan.categoryNames
                guard try categories.isConfirmed(names, asking: client, in: context) else { return }
            }
            client.explainSilence("\(plan.entries.count) entries take a while; Ctrl-C adds none of them", in: context)
            client.adviceInDoubt = "All of it was added, or nothing. The same command adds what is missing."
            let transfer = ImportTransfer(source: source.title) { name in
                ImportCommit(
                    import: name, dryRun: dryRun ? true : nil, points: points ? true : nil, exp: noExp ? false : nil)
            }
            let report = try transfer.send(plan.entries.map(\.entry), to: client)
            outcome.take(report, plan.entries, isDryRun: dryRun)
        }
        if common.json {
            try context.output.printData(outcome.json.text)
        } else {
            try context.output.print(outcome.text(source.name, context.style))
        }
    }

    /// When places without a time were.
    private var date: String? { at.isEmpty ? nil : at.joined(separator: " ") }

    /// The entries that can be added.
    private func plan(
        _ file: ImportedFile, _ outcome: inout ImportOutcome, asking client: Client
    ) throws(CommandError) -> ImportPlan {
        guard file.count > 0 else {
            return ImportPlan(zone: .utc, now: Instant(milliseconds: 0), date: nil, categories: categories)
        }
        let status = try client.ask(DaemonStatus()).value()
        if !at.isEmpty, file.places.contains(where: { $0.time == nil }) { try checkDate(asking: client) }
        var plan = ImportPlan(
            zone: try gardenZone(status.timezone), now: status.now.instant, date: date, categories: categories)
        plan.add(file, &outcome)
        return plan
    }

    /// A date that is not understood is refused before anything is added.
    private func checkDate(asking client: Client) throws(CommandError) {
        do throws(CommandError) { _ = try client.ask(VisitList(from: date, limit: 1)).value() } catch {
            guard case .refused(let refusal) = error, !error.isTransient else { throw error }
            throw .usage("--at: \(printable(String(refusal.message.trimmingPrefix("from: ")))). Nothing was added")
        }
    }
}
