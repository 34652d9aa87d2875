import GardenAPI
import GardenCore
import GardenEngine
import SystemdKit

/// Finds the place where the machine is, outside of the engine (RULES V11). Nothing here waits. One search at a time.
final class Locator: DaemonPart {
    typealias Answer = (Result<LocatedPlace, LocatingError>) -> Void

    private let bus: Bus
    private let programs: ProgramRunner
    private let loop: EventLoop
    private let engine: Engine
    private let keyFile: IdentityKeyFile
    private var search: GeoClueSearch?

    /// How long a search takes at most.
    static let timeoutSeconds = 30
    private static let mostOutputBytes = 16 << 10

    /// The locator of a daemon.
    init(_ host: any DaemonHost) {
        (bus, programs, loop) = (host.systemBus, host.programs, host.loop)
        engine = host.engine
        keyFile = IdentityFile(path: "\(host.dataFolder)/identity.key").access
    }

    /// The place and the key that signs what is there, and the key itself.
    var needs: [NeedHandler] {
        [
            NeedHandler(PlaceNeed.self) { [unowned self] need, end in
                locate(by: need.locator) { [keyFile, engine] place in
                    let isFound = (try? place.get()) != nil
                    let key = isFound ? keyFile.keyForLocatedVisit(of: engine.state.visits) : nil
                    end(PlaceNeed.Outcome(place, key: key))
                }
            },
            NeedHandler(IdentityKeyNeed.self) { [keyFile] _, end in end(keyFile.keyOrNew()) },
        ]
    }

    /// Whether located visits can be signed.
    var checks: [HealthCheck] { [keyFile.check(of: engine.state.visits)].compactMap(\.self) }

    /// - Parameter onEnd: called once, later, from the loop.
    func locate(by locator: VisitLocator, onEnd: @escaping Answer) {
        let end: Answer = { [weak self] result in
            self?.search = nil
            // It may have ended at once, within a turn.
            self?.loop.defer { onEnd(result) }
        }
        switch locator {
        case .off: end(.failure(LocatingError(.denied, "visits.locate is \"off\"")))
        case .command(let words): run(words, end)
        case .geoclue:
            do throws(SystemError) {
                search = try GeoClueSearch(bus: bus, timeoutSeconds: Self.timeoutSeconds, on: loop, onEnd: end)
                search?.begin()
            } catch { end(.failure(LocatingError(.noAgent, "the location service cannot be asked: \(error)"))) }
        }
    }

    private func run(_ words: [String], _ end: @escaping Answer) {
        let output: OutputPipe
        do throws(SystemError) { output = try OutputPipe(limitBytes: Self.mostOutputBytes, on: loop) } catch {
            return end(.failure(LocatingError(.noAgent, "visits.locate cannot be started: \(error)")))
        }
        let program = UserProgram(
            kind: "command", name: "visits.locate",
            // In the user's PATH, which the service manager knows.
            arguments: ["/usr/bin/env", "--"] + words, timeoutSeconds: Self.timeoutSeconds, output: output)
        let begin = Clocks.monotonicMicroseconds
        programs.run(program) { problem in
            output.drain()
            let text = String(decoding: output.bytes, as: UTF8.self)
            guard let problem else { return end(Self.place(in: text)) }
            let isLate = Clocks.monotonicMicroseconds - begin >= UInt64(Self.timeoutSeconds) * 1_000_000
            let last = text.split(separator: "\n").last.map {
                ": \(String($0).printable(limit: 200, keepsLines: false))"
            }
            end(.failure(LocatingError(isLate ? .timeout : .noAgent, "visits.locate \(problem)\(last ?? "")")))
        }
    }

    /// The place that a command has printed.
    static func place(in text: String) -> Result<LocatedPlace, LocatingError> {
        let expected = "visits.locate must print {\"latitude\": …, \"longitude\": …, \"accuracy\": …}"
        let json: JSON
        do { json = try JSON.parse(text) } catch {
            let printed = String(text.reversed().drop(while: \.isWhitespace).reversed())
            return .failure(
                LocatingError(.noAgent, "\(expected), not \"\(printed.printable(limit: 60, keepsLines: false))\""))
        }
        do throws(ValidationError) {
            guard let latitude = json["latitude"], let longitude = json["longitude"] else {
                throw ValidationError(expected: "a place", found: json)
            }
            let accuracy = json["accuracy"] ?? .null
            return .success(
                LocatedPlace(
                    latitude: try DecimalNumber(json: latitude), longitude: try DecimalNumber(json: longitude),
                    accuracy: accuracy == .null ? nil : try DecimalNumber(json: accuracy), source: .command))
        } catch { return .failure(LocatingError(.noAgent, "\(expected); its answer \(error.problem)")) }
    }
}
