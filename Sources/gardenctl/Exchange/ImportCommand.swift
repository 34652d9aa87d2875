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

            Each visit is a change of its own: gardenctl undo takes back the last one.

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

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        guard let source = try? ImportSource(words) else { return }
        let file = try source.read()
        var outcome = ImportOutcome(file)
        let dated = try dated(file, &outcome, asking: client)
        if dated.isEmpty, !file.places.isEmpty, outcome.undated == file.places.count {
            throw .usage(
                "\(source.name): no place in it has a time; give one for all of them: --at DATE. Nothing was added")
        }
        var known = try KnownVisits(around: dated, asking: client)
        let new = dated.filter { !known.take($0) }
        outcome.known = dated.count - new.count
        for (place, guesses) in new.map({ ($0.place, $0.place.guesses) }) {
            outcome.guessed += guesses.map { LeftOut(position: place.position, reason: $0) }
        }
        if dryRun {
            outcome.wouldAdd = new.count
        } else {
            try add(new, &outcome, source, client, context)
        }
        if common.json {
            try context.output.printData(outcome.json.text)
        } else {
            try context.output.print(outcome.text(source.name, context.style))
        }
    }

    /// The places that have a time, or get that of `--at`. The others, and those of the future, are left out.
    private func dated(
        _ file: ImportedFile, _ outcome: inout ImportOutcome, asking client: Client
    ) throws(CommandError) -> [DatedPlace] {
        guard !file.places.isEmpty else { return [] }
        let status = try client.ask(DaemonStatus()).value()
        let zone = try zone(status.timezone)
        var dated: [DatedPlace] = []
        for place in file.places {
            let time = place.time?.timestamp(in: zone)
            if time == nil, at.isEmpty {
                outcome.undated += 1
                let unread = place.guesses.first { $0.hasPrefix("the time ") }
                outcome.leftOut.append(
                    LeftOut(position: place.position, reason: "\(unread ?? "it has no time"); --at DATE gives it one"))
            } else if let time, time.instant > status.now.instant {
                outcome.leftOut.append(
                    LeftOut(position: place.position, reason: "its time, \(time.dateAndTime), is after now"))
            } else {
                dated.append(DatedPlace(place: place, at: time))
            }
        }
        return dated.filter { place in
            do throws(GardenAPI.ValidationError) {
                _ = try VisitAdd(json: place.request(at: nil).json)
                return true
            } catch {
                let reason = CommandError.inWordsOfOptions(error.message)
                outcome.leftOut.append(LeftOut(position: place.place.position, reason: reason))
                return false
            }
        }
    }

    private func zone(_ name: String) throws(CommandError) -> ZoneRules {
        do { return try ZoneDirectory().load(named: name) } catch {
            throw .system("cannot read the zone \(printable(name)): \(error)")
        }
    }

    private func add(
        _ places: [DatedPlace], _ outcome: inout ImportOutcome, _ source: ImportSource, _ client: Client,
        _ context: ProcessContext
    ) throws(CommandError) {
        let date = at.isEmpty ? nil : at.joined(separator: " ")
        for place in places {
            do throws(CommandError) {
                outcome.added.append(try client.ask(place.request(at: date)).value().id)
            } catch {
                if !common.json {
                    try? context.printError(
                        "gardenctl: \(source.name): \(printable(place.place.position)): \(outcome.added.count) of "
                            + "\(places.count) visits were added before it; the same command adds the others")
                }
                throw error
            }
        }
    }
}
