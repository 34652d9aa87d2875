import ArgumentParser
import GardenAPI
import ImportFormats
import TextKit
import TimeKit

/// `gardenctl import`
struct ImportCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Add what a file of another program holds.",
        usage: "gardenctl import [<format>] <file> [<options>]",
        discussion: """
            It reads the waypoints of GPX, the points of GeoJSON (also one feature a line) and KML, Google's saved places, and the \
            visits of a Google Timeline, from a phone or from Takeout, also in a zip archive. They become visits. The format \
            follows from the content, or is the first word: gpx, geojson, kml, google-timeline, zip. A file of - is the standard \
            input.

            An entry that cannot be read is left out and named with its line, and so is what was guessed; tracks, routes and areas \
            are counted. A place at which you already have a visit at the same instant is not added again, so a file can be \
            imported again. A place without a time needs --at, and is known again by its coordinates and its title. A time \
            without a zone is one of the garden's zone.

            An import is one change: gardenctl undo takes all of it back. Ctrl-C while it goes on adds nothing.

              gardenctl import places.gpx
              gardenctl import Timeline.json --dry-run
              gardenctl import places.geojson --at 2026-03-10 18:30
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

    @OptionGroup var common: CommonOptions

    mutating func validate() throws { _ = try ImportSource(words) }

    static let answerSeconds = ImportTransfer.answerSeconds

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        let source: ImportSource
        do { source = try ImportSource(words) } catch { throw .usage("\(error)") }
        let file = try source.read()
        var outcome = ImportOutcome(file)
        let dated = try dated(file, &outcome, asking: client)
        if !dated.isEmpty {
            client.explainSilence("\(dated.count.counted("visit")) take a while; Ctrl-C adds none of them", in: context)
            client.adviceInDoubt = "All of it was added, or nothing. The same command adds what is missing."
            let transfer = ImportTransfer(source: source.title, isDryRun: dryRun)
            let report = try transfer.send(dated.map { ImportEntry(visit: $0.request(at: date)) }, to: client)
            outcome.take(report, dated, isDryRun: dryRun)
        }
        if common.json {
            try context.output.printData(outcome.json.text)
        } else {
            try context.output.print(outcome.text(source.name, context.style))
        }
    }

    /// When places without a time were.
    private var date: String? { at.isEmpty ? nil : at.joined(separator: " ") }

    /// The places that have a time, or get that of `--at`. The others, and those of the future, are left out.
    private func dated(
        _ file: ImportedFile, _ outcome: inout ImportOutcome, asking client: Client
    ) throws(CommandError) -> [DatedPlace] {
        guard !file.places.isEmpty else { return [] }
        let status = try client.ask(DaemonStatus()).value()
        let zone = try gardenZone(status.timezone)
        if !at.isEmpty, file.places.contains(where: { $0.time == nil }) { try checkDate(asking: client) }
        var dated: [DatedPlace] = []
        for place in file.places {
            let time = place.time?.timestamp(in: zone)
            let unread = place.unreadTime.map { "the time \($0) is not understood" }
            if time == nil, at.isEmpty {
                outcome.leaveOut(place.position, "\(unread ?? "it has no time"); --at DATE gives it one")
            } else if let time, time.instant > status.now.instant {
                let isDay = if case .day? = place.time { true } else { false }
                outcome.leaveOut(
                    place.position,
                    isDay
                        ? "its day, \(time.description.prefix(10)), counts from 12:00, which is after now"
                        : "its time, \(time.dateAndTime), is after now")
            } else {
                if let unread { outcome.guessed.append(LeftOut(position: place.position, reason: unread)) }
                dated.append(DatedPlace(place: place, at: time))
            }
        }
        return dated.filter { place in
            do throws(GardenAPI.ValidationError) {
                _ = try VisitAdd(json: place.request(at: nil).json)
                return true
            } catch {
                outcome.leaveOut(place.place.position, CommandError.inWordsOfOptions(error.message))
                return false
            }
        }
    }

    /// A date that is not understood is refused before anything is added.
    private func checkDate(asking client: Client) throws(CommandError) {
        do throws(CommandError) { _ = try client.ask(VisitList(from: date, limit: 1)).value() } catch {
            guard case .refused(let refusal) = error, !error.isTransient else { throw error }
            throw .usage("--at: \(printable(String(refusal.message.trimmingPrefix("from: ")))). Nothing was added")
        }
    }
}
