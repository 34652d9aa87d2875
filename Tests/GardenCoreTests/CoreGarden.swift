import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

/// A garden of the functional core alone: commands, queries and time go in, answers and events come out, all as values.
///
/// A step is one call that may change something. After each step, the events so far must replay to the same state.
final class CoreGarden {
    private(set) var state = GardenState()
    /// The events of the last step.
    private(set) var events: [Event] = []
    private(set) var moment: Moment
    private(set) var environment: Environment
    private(set) var history = MemoryHistory()
    /// Whether what falls due is performed as time passes. While it is not, time passes as for a daemon that cannot write.
    var isServed = true
    private var startup: Startup?
    private var presence = Presence.unknown
    private var boots = 1
    private var replayed = GardenState()

    /// A garden that has just begun.
    ///
    /// - Parameters:
    ///   - start: an instant in RFC 3339.
    ///   - configure: changes the standard settings.
    init(
        at start: String = "2026-01-01T09:00:00Z", zone: String = "UTC",
        _ configure: (inout Settings) -> Void = { _ in }
    ) throws {
        var settings = Settings.standard
        configure(&settings)
        environment = Environment(settings: settings, zone: try Self.zone(zone))
        moment = Moment(
            wall: instant(start), awakeMilliseconds: 5_000_000, bootMilliseconds: 6_000_000, bootId: "boot 1")
        startDaemon(heartbeat: nil)
    }

    private static func zone(_ name: String) throws -> ZoneRules {
        name == "UTC" ? .utc : try TestZones.load(name)
    }

    // MARK: Requests

    /// Performs a command as a client gives it: its wire constraints apply.
    @discardableResult
    func perform<C: Command>(_ command: C, from actor: String = Actor.unnamed) throws(GardenError) -> C.Response {
        events = []
        catchUp()
        let command = try read(command)
        var transition = transition(at: moment)
        let response = try command.perform(in: &transition)
        keep(transition, method: C.method, actor: actor)
        catchUp()
        return response
    }

    /// Performs a command about one task.
    @discardableResult
    func perform<C: TasksCommand>(_ command: C, from actor: String = Actor.unnamed) throws(GardenError) -> C.Item {
        let items = try performOnAll(command, from: actor)
        precondition(command.ids == nil && items.count == 1, "the command is about several tasks")
        return items[0]
    }

    /// Performs a command about several tasks, or one.
    @discardableResult
    func performOnAll<C: TasksCommand>(
        _ command: C, from actor: String = Actor.unnamed
    ) throws(GardenError) -> [C.Item] {
        func perform(_ command: some Command) throws(GardenError) -> [C.Item] {
            let response = try self.perform(command, from: actor)
            return (response as? OneOrList<C.Item>)?.elements ?? []
        }
        return try perform(command)
    }

    /// Makes a change that is no request, such as to journal a key.
    @discardableResult
    func change<Answer>(_ perform: (inout Transition) throws(GardenError) -> Answer) throws(GardenError) -> Answer {
        events = []
        catchUp()
        var transition = transition(at: moment)
        let answer = try perform(&transition)
        keep(transition, method: "visit.added", actor: Actor.due)
        catchUp()
        return answer
    }

    /// Performs a command that needs something first, which ends with an outcome.
    @discardableResult
    func perform<C: PreparedCommand>(
        _ command: C, with outcome: C.Needed.Outcome
    ) throws(GardenError) -> C.Response {
        events = []
        catchUp()
        let command = try read(command)
        switch try command.prepare(in: context) {
        case .refused(let error, _): throw error
        case .needs, .unchanged: break
        }
        var transition = transition(at: moment)
        let response = try command.perform(with: outcome, in: &transition)
        keep(transition, method: C.method, actor: Actor.unnamed)
        catchUp()
        return response
    }

    /// Performs a command that must be refused, which must change nothing.
    func refusal(
        of command: some Command, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Refusal {
        let before = state
        let refusal = try #require(
            error(of: command), "\(type(of: command).method) was not refused", sourceLocation: sourceLocation)
        #expect(events == [], sourceLocation: sourceLocation)
        #expect(state == before, sourceLocation: sourceLocation)
        return Refusal(refusal)
    }

    func refusal<C: PreparedCommand>(
        of command: C, with outcome: C.Needed.Outcome, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Refusal {
        let before = state
        var refusal: GardenError?
        do { try perform(command, with: outcome) } catch { refusal = error }
        #expect(events == [], sourceLocation: sourceLocation)
        #expect(state == before, sourceLocation: sourceLocation)
        return Refusal(try #require(refusal, "it was not refused", sourceLocation: sourceLocation))
    }

    private func error(of command: some Command) -> GardenError? {
        do { _ = try perform(command) } catch { return error }
        return nil
    }

    func ask<Q: Query>(_ query: Q) throws(GardenError) -> Q.Response {
        try read(query).answer(in: context)
    }

    func ask<Q: DatedQuery>(_ query: Q) throws(GardenError) -> Q.Response {
        let query = try read(query)
        return try query.answer(in: try context.asOf(query.asOf, Q.datedParts))
    }

    /// What a query sees.
    var context: QueryContext {
        QueryContext(state: Shared(state), moment: moment, environment: environment, history: history, isStale: false)
    }

    private func read<R: Request>(_ request: R) throws(GardenError) -> R {
        do { return try R(json: request.json) } catch { throw GardenError(error) }
    }

    // MARK: The machine

    func advance(seconds: Int) { advance(milliseconds: seconds * 1000) }

    func advance(milliseconds: Int) {
        pass(milliseconds)
        step()
    }

    /// Time passes until an instant in RFC 3339, or until a time of the current date on the wall.
    func at(_ text: String) {
        let now = environment.zone.timestamp(moment.wall).description
        let full = text.contains("T") ? text : "\(now.prefix(11))\(text)\(now.suffix(6))"
        let milliseconds = Instant.milliseconds(from: moment.wall, to: instant(full))
        precondition(milliseconds >= 0, "\(full) is before \(now)")
        advance(milliseconds: milliseconds)
    }

    /// The machine is suspended.
    func suspend(seconds: Int) { suspend(milliseconds: seconds * 1000) }

    func suspend(milliseconds: Int) {
        moment.wall = moment.wall.advanced(byMilliseconds: milliseconds)
        moment.bootMilliseconds += milliseconds
        step()
    }

    /// The daemon is killed, and started again later in the same boot, perhaps with other settings.
    func down(seconds: Int, _ change: (inout Settings) -> Void = { _ in }) {
        let killedAt = moment.wall
        change(&environment.settings)
        pass(seconds * 1000)
        startDaemon(heartbeat: killedAt)
    }

    /// The power is cut, and the machine boots later; earlier by a wall clock that lost the time.
    func reboot(seconds: Int) {
        boots += 1
        moment = Moment(
            wall: moment.wall.advanced(byMilliseconds: seconds * 1000), awakeMilliseconds: 0, bootMilliseconds: 0,
            bootId: "boot \(boots)")
        presence = .unknown
        startDaemon(heartbeat: nil)
    }

    /// The wall clock is set.
    func stepClock(seconds: Int) { stepClock(milliseconds: seconds * 1000) }

    func stepClock(milliseconds: Int) {
        moment.wall = moment.wall.advanced(byMilliseconds: milliseconds)
        step()
    }

    func travel(to zone: String) throws {
        environment.zone = try Self.zone(zone)
        step()
    }

    /// The person's presence changes.
    func setPresence(_ presence: Presence) {
        self.presence = presence
        step()
    }

    /// The settings are read again.
    func changeSettings(_ change: (inout Settings) -> Void) {
        events = []
        catchUp()
        let old = environment.settings
        change(&environment.settings)
        var transition = transition(at: moment)
        transition.changeSettings(from: old)
        keep(transition, method: "daemon.reload", actor: Actor.unnamed)
        catchUp()
    }

    /// The garden began with an earlier release, before rules were counted.
    func haveBegunEarlier() { (state.identity.rules, replayed.identity.rules) = (nil, nil) }

    /// Something is recorded as an earlier release did it.
    func record(as method: String, _ body: (inout Transition) throws -> Void) rethrows {
        events = []
        catchUp()
        var transition = transition(at: moment)
        try body(&transition)
        keep(transition, method: method, actor: Actor.unnamed)
        catchUp()
    }

    /// The person's decks are read again.
    func changeDecks(_ decks: DeckLibrary) { environment.decks = decks }

    /// The file of an ended day is written.
    func archive(_ day: CalendarDay, lines: Int) {
        events = []
        var transition = transition(at: moment)
        transition.noteArchive(of: day, lines: lines)
        keep(transition, method: "log.archived", actor: Actor.due)
    }

    /// Takes the steps of a row of cases, each a time on 2026-01-01 and a word.
    ///
    /// - Returns: what was noted as time passed and after each word.
    func take(
        _ steps: [String], _ perform: (String) throws -> Void, noting: () throws -> [String]
    ) throws -> [String] {
        try steps.flatMap { step in
            let words = step.split(separator: " ").map(String.init)
            at("2026-01-01T\(words[0]):00Z")
            let before = try noting()
            try perform(words[1])
            return try before + noting()
        }
    }

    private func pass(_ milliseconds: Int) {
        moment.wall = moment.wall.advanced(byMilliseconds: milliseconds)
        moment.awakeMilliseconds += milliseconds
        moment.bootMilliseconds += milliseconds
    }

    private func startDaemon(heartbeat: Instant?) {
        environment[LoginPresence.self] = .initial
        startup = Startup(at: moment, after: state, heartbeat: heartbeat, names: .test)
        step()
    }

    // MARK: Steps

    private func step() {
        events = []
        catchUp()
    }

    private func catchUp() {
        guard isServed else { return }
        performDue()
        LoginPresence(presence).update(&environment)
        if presence != state.presence.current, state.presence.source == .login {
            var transition = transition(at: moment)
            LoginPresence(presence).perform(in: &transition)
            keep(transition, method: "presence.changed", actor: Actor.due)
            performDue()
        }
        #expect(replayed == state, "the events so far replay to another state")
    }

    private func performDue() {
        while let due = state.nextDue(at: moment, environment, startup: startup) {
            var transition = transition(at: due.moment)
            due.perform(&transition)
            keep(transition, method: due.cause, actor: Actor.due)
            if due.isStart { startup = nil }
        }
    }

    private func transition(at moment: Moment) -> Transition {
        Transition(
            state: state, moment: moment, environment: environment, history: history, recordedAt: self.moment.wall)
    }

    private func keep(_ transition: borrowing Transition, method: String, actor: String) {
        guard let first = transition.events.first else { return }
        state = transition.state
        let change = Change(
            at: first.at, recordedAt: transition.recordedAt, method: method, actor: actor, params: [], reply: nil,
            events: transition.events)
        events += change.events
        history.changes.append(change)
        state.conclude(change)
        do {
            for event in change.events { try history.erase(because: event) }
            if history.changes.contains(where: { $0.events.contains { $0.erasedDigest != nil } }) {
                replayed = GardenState()
                for change in history.changes.dropLast() { try replayed.replay(change) }
            }
            try replayed.replay(change)
        } catch {
            Issue.record("a change does not replay: \(error)")
        }
    }
}
