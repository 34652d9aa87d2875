import GardenAPI
import GardenCore
import GardenEngine
import Logging
import SystemdKit

/// Fills in the addresses of visits by the command of `visits.geocode` (RULES V11). One run at a time; nothing waits for it.
final class Geocoder: DaemonPart {
    private static let timeoutSeconds = 30
    private static let mostOutputBytes = 16 << 10
    /// How many visits may wait. The others get no address.
    private static let most = 1000
    private static let mostCharacters = 500

    private let engine: Engine
    private let programs: ProgramRunner
    private let loop: EventLoop
    private let log: Logger
    private let now: () -> Moment
    /// The ids of visits that may lack an address, the first one first.
    private var waiting: [Int] = []
    private var isRunning = false

    /// Called, later, with a request that sets an address; returns why it was refused.
    var onAddress: (VisitEdit) -> GardenError? = { _ in nil }

    init(
        engine: Engine, programs: ProgramRunner, on loop: EventLoop, log: Logger, now: @escaping () -> Moment
    ) {
        self.engine = engine
        self.programs = programs
        self.loop = loop
        self.log = log
        self.now = now
    }

    /// The geocoder of a daemon.
    convenience init(_ host: any DaemonHost) {
        self.init(
            engine: host.engine, programs: host.programs, on: host.loop, log: host.log,
            now: { [unowned host] in host.now() })
        onAddress = { [unowned host] request in host.perform(request, from: Actor.geocode) }
    }

    private var command: [String] { engine.environment.settings.visits.geocode }

    /// Notes the visits that were added.
    func take(_ events: [Event]) {
        for event in events where event.type == "visit.added" {
            guard !command.isEmpty else { return }
            guard let id = try? VisitChange.changes(by: event).first?.id else { continue }
            if waiting.count < Self.most {
                waiting.append(id)
            } else {
                log.warning("visits.geocode has too much to do; visit \(id) gets no address")
            }
        }
        if !waiting.isEmpty, !command.isEmpty { loop.defer { [weak self] in self?.runNext() } }
    }

    private func runNext() {
        guard !isRunning, !command.isEmpty else { return }
        while !waiting.isEmpty {
            if let visit = lackingAddress(waiting.removeFirst()) { return run(for: visit) }
        }
    }

    /// The visit, if it has no address and is not in the trash.
    private func lackingAddress(_ id: Int) -> Visit? {
        guard let visit = try? VisitGet(id: id).answer(in: engine.queryContext(at: now())),
            visit.details.address == nil, visit.trashedAt == nil
        else { return nil }
        return visit
    }

    private func run(for visit: Visit) {
        let output: OutputPipe
        do throws(SystemError) { output = try OutputPipe(limitBytes: Self.mostOutputBytes, on: loop) } catch {
            return log.warning("visits.geocode cannot be started: \(error)")
        }
        let (latitude, longitude) = (visit.latitude.json, visit.longitude.json)
        let place: JSON = ["latitude": latitude, "longitude": longitude]
        let program = UserProgram(
            kind: "command", name: "visits.geocode",
            // In the user's PATH, which the service manager knows. Everyone on the machine can read the arguments of a process, so
            // they do not have the place.
            arguments: ["/usr/bin/env", "--"] + command,
            variables: ["GARDEN_LATITUDE": latitude.text, "GARDEN_LONGITUDE": longitude.text],
            input: place.encoded.terminated(), timeoutSeconds: Self.timeoutSeconds, output: output)
        isRunning = true
        programs.run(program) { [weak self] problem in
            output.drain()
            let text = String(decoding: output.bytes, as: UTF8.self)
            // It may have ended at once, within a turn.
            self?.loop.defer { [weak self] in self?.end(visit.id, text, problem) }
        }
    }

    private func end(_ id: Int, _ text: String, _ problem: String?) {
        isRunning = false
        if let problem {
            log.warning("visits.geocode \(problem); visit \(id) gets no address")
        } else if let address = Self.address(in: text), lackingAddress(id) != nil,
            let refusal = onAddress(VisitEdit(id: id, address: .set(address)))
        {
            log.warning("visit \(id) gets no address: \(refusal.message)")
        }
        runNext()
    }

    /// The address that a command has printed: its first line that is not blank, without characters that it must not contain.
    static func address(in text: String) -> String? {
        let lines = text.split(whereSeparator: \.isNewline).map {
            $0.split(whereSeparator: \.isWhitespace).joined(separator: " ").withoutForbiddenCharacters(
                keepsLines: false)
        }
        return lines.first { !$0.isEmpty }.map { String($0.prefix(mostCharacters)) }
    }
}
