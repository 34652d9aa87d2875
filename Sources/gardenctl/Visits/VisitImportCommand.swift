import ArgumentParser
import FileKit
import GardenAPI
import TextKit

extension VisitCommand {
    struct Import: ClientCommand {
        static let configuration = CommandConfiguration(
            commandName: "import",
            abstract: "Add the places of a GPX or GeoJSON file as visits.",
            discussion: """
                It reads the waypoints of GPX 1.1 and the points of GeoJSON; tracks, routes and other geometries are left \
                out. A place at which you already have a visit at the same instant is not added again, so a file can be \
                imported again. If one place of the file cannot be a visit, nothing is added. A place without a time needs \
                --at, and is known again by its coordinates and its title.

                Each visit is a change of its own: gardenctl undo takes back the last one.

                  gardenctl visit import places.gpx
                  gardenctl visit import places.geojson --at 2026-03-10 18:30
                """)

        @Argument(help: ArgumentHelp("The file.", valueName: "file"), completion: .file())
        var file: String

        @Option(
            parsing: .upToNextOption,
            help: ArgumentHelp("When it was, for places without a time.", valueName: "date"))
        var at: [String] = []

        @OptionGroup var common: CommonOptions

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            let content = try read()
            let date = joined(at)
            if date == nil, let point = content.points.first(where: { $0.at == nil }) {
                throw refusal(
                    VisitFile.Problem(
                        position: point.position, problem: "the place has no time; give one for all of these: --at DATE"
                    ))
            }
            try refuseFuture(content.points, client)
            var known = try KnownVisits(around: content.points, asking: client)
            let new = content.points.filter { !known.take($0) }
            var outcome = Outcome(known: content.points.count - new.count, omitted: content.omitted)
            for point in new {
                do throws(CommandError) {
                    outcome.added.append(try client.ask(point.request(at: date)).value().id)
                } catch {
                    try? explain(error, at: point, outcome, of: new.count, in: context)
                    throw error
                }
            }
            if common.json {
                try context.output.printData(outcome.json.text)
            } else {
                try context.output.print(outcome.text)
            }
        }

        /// The daemon would refuse the place after it has added those before it.
        private func refuseFuture(_ points: [VisitFile.Point], _ client: Client) throws(CommandError) {
            guard let latest = points.compactMap({ $0.at?.instant }).max() else { return }
            let now = try client.ask(DaemonStatus()).value().now
            guard latest > now.instant,
                let point = points.first(where: { $0.at.map { $0.instant > now.instant } ?? false })
            else { return }
            let time = point.at?.dateAndTime ?? ""
            throw refusal(
                VisitFile.Problem(position: point.position, problem: "the time of the place, \(time), is after now"))
        }

        private func read() throws(CommandError) -> VisitFile {
            let bytes: [UInt8]
            do throws(SmallFile.ReadError) {
                bytes = try SmallFile.read(file, limitBytes: VisitFile.mostBytes)
            } catch { throw .system("cannot read \(printable(file)): \(error)") }
            do throws(VisitFile.Problem) { return try VisitFile(bytes) } catch { throw refusal(error) }
        }

        private func refusal(_ problem: VisitFile.Problem) -> CommandError {
            let position = problem.position.map { "\(printable($0)): " } ?? ""
            return .usage("\(printable(file)): \(position)\(problem.problem). Nothing was added")
        }

        /// Says which place of the file the daemon has refused, and how to go on.
        private func explain(
            _ error: CommandError, at point: VisitFile.Point, _ outcome: Outcome, of count: Int,
            in context: ProcessContext
        ) throws(CommandError) {
            guard !common.json else { return }
            try context.printError(
                "gardenctl: \(printable(file)): \(point.position): \(outcome.added.count) of \(count) visits were added "
                    + "before it; the same command adds the others")
        }

        /// What became of the places of the file.
        private struct Outcome {
            var added: [Int] = []
            var known: Int
            var omitted: Int

            var json: JSON {
                [
                    "added": .array(added.map { .integer($0) }), "alreadyThere": .integer(known),
                    "omitted": .integer(omitted),
                ]
            }

            var text: String {
                var parts = ["Added \(added.count.counted("visit"))."]
                if known > 0 { parts.append("Already there: \(known).") }
                if omitted > 0 { parts.append("Left out, because they are no points: \(omitted).") }
                return parts.joined(separator: " ")
            }
        }
    }
}
