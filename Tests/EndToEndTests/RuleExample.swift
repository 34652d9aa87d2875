import GardenAPI
import Testing
import TimeKit

/// A worked example of the rules, played through `gardend simulate`: a script with what must be told after each step.
struct RuleExample: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var arguments: [String] = []
    /// A settings file.
    var settings = ""
    var steps: [Step]

    enum Step: Sendable {
        /// A directive or a request; no more is asked of it than that it is possible.
        case go(JSON)
        case ask(_ method: String, JSON = [:])
        /// A request and its answer, as far as it is named here.
        case told(_ method: String, JSON, JSON)
        /// A request and its answer in full.
        case toldAll(_ method: String, JSON, JSON)
        /// The word a request is refused with.
        case refused(_ method: String, JSON, _ word: String)
        /// A request and the data of its refusal in full.
        case refusedWith(_ method: String, JSON, JSON)
        /// The first garden's experience and level.
        case garden(exp: Int, level: Int)
        /// The instants of events of that type so far, as `HH:MM:SS`.
        case events(String, [String])
        /// The days rolled to so far and when, in full.
        case crossings([String])
        /// How long the current day lasts.
        case hours(Int)
        /// The texts of a day's lines; today's where it is `nil`.
        case lines(of: String? = nil, [String])
        /// The base, and what `shop.list` tells that it costs now.
        case prices([(base: Int, now: Int)])
    }

    /// Plays it twice, for the same input gives the same bytes.
    func check() throws {
        let folder = try TemporaryFolder()
        try write(settings, to: "\(folder.path)/config.toml")
        let command = [Binaries.gardend, "simulate", "--config", "\(folder.path)/config.toml"] + arguments
        let input = steps.enumerated().map { $1.line(id: $0) }.joined()
        let outcome = try run(command, input: input)
        #expect(outcome.end == .exited(0), "\(outcome.errors)")
        #expect(try run(command, input: input) == outcome)
        let lines = try outcome.output.split(separator: "\n").map { try JSON.parse(String($0)) }
        for (index, step) in steps.enumerated() {
            let place = lines.firstIndex { $0["id"] == .integer(index) }
            let events = lines[..<(place ?? lines.count)].compactMap { $0["params"] }
            try step.check(place.map { lines[$0] }, after: events, "step \(index + 1)")
        }
    }
}

extension RuleExample.Step {
    static func at(_ instant: String) -> Self { .go(["at": .string(instant)]) }

    static func advance(_ seconds: Int) -> Self { .go(["advance": .integer(seconds)]) }

    static func told(_ method: String, _ answer: JSON) -> Self { .told(method, [:], answer) }

    static func toldAll(_ method: String, _ answer: JSON) -> Self { .toldAll(method, [:], answer) }

    /// What `timer.get` tells, as far as it is named here.
    static func timer(_ expected: JSON) -> Self { .told("timer.get", expected) }

    /// What `day.get` tells of the current day.
    static func day(_ day: String) -> Self { .told("day.get", ["day": .string(day)]) }

    /// The state as RULES §2 writes it: meter/tier/days left.
    static func rate(_ meter: Int, _ tier: Int, _ daysLeft: Int) -> Self {
        .told("rate.get", ["meter": .integer(meter), "tier": .integer(tier), "daysLeft": .integer(daysLeft)])
    }

    fileprivate func line(id: Int) -> String {
        switch self {
        case .go(let directive): return directive.text + "\n"
        case .ask(let method, let params), .told(let method, let params, _), .toldAll(let method, let params, _),
            .refused(let method, let params, _), .refusedWith(let method, let params, _):
            return Self.request(method, params, id)
        case .events, .crossings: return Self.request("timer.get", [:], id)
        case .garden: return Self.request("garden.list", [:], id)
        case .hours: return Self.request("day.get", [:], id)
        case .lines(let day, _): return Self.request("log.list", day.map { ["day": .string($0)] } ?? [:], id)
        case .prices: return Self.request("shop.list", [:], id)
        }
    }

    private static func request(_ method: String, _ params: JSON, _ id: Int) -> String {
        let request: JSON = ["jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": params]
        return request.text + "\n"
    }

    fileprivate func check(_ answer: JSON?, after events: [JSON], _ place: String) throws {
        let text = "\(place): \(answer?.text ?? "no answer")"
        let result = answer?["result"]
        switch self {
        case .go: break
        case .ask: #expect(result != nil, "\(text)")
        case .told(_, _, let expected):
            let result = try #require(result, "\(text)")
            guard case .object(let members) = expected else { return }
            for member in members.members { #expect(result[member.name] == member.value, "\(member.name), \(text)") }
        case .toldAll(_, _, let expected): #expect(result == expected, "\(text)")
        case .refused(_, _, let word):
            let data = answer?["error"]?["data"]
            #expect(data?["reason"] ?? data?["code"] == .string(word), "\(text)")
        case .refusedWith(_, _, let data): #expect(answer?["error"]?["data"] == data, "\(text)")
        case .garden(let exp, let level):
            let garden = try #require(result?.arrayValue?.first, "\(text)")
            #expect([garden["exp"], garden["level"]] == [.integer(exp), .integer(level)], "\(text)")
        case .events(let type, let expected):
            let found = events.filter { $0["type"] == .string(type) }
            #expect(found.map { String(($0["at"]?.stringValue ?? "").dropFirst(11).prefix(8)) } == expected, "\(place)")
        case .crossings(let expected):
            let found = events.filter { $0["type"] == "day.rolledOver" }
            let told = found.map { "\($0["data"]?["day"]?.stringValue ?? "?") at \($0["at"]?.stringValue ?? "?")" }
            #expect(told == expected, "\(place)")
        case .hours(let hours):
            let ends = try ["startsAt", "endsAt"].map { name in
                try #require(Timestamp(result?[name]?.stringValue ?? ""), "\(text)").instant
            }
            #expect(Instant.milliseconds(from: ends[0], to: ends[1]) == hours * 3_600_000, "\(text)")
        case .lines(_, let expected):
            #expect(result?["lines"]?.arrayValue?.map { $0["text"]?.stringValue ?? "?" } == expected, "\(place)")
        case .prices(let expected):
            let items = try #require(result?.arrayValue, "\(text)")
            #expect(items.map { $0["price"] } == expected.map { .integer($0.base) }, "\(text)")
            #expect(items.map { $0["priceNow"] } == expected.map { .integer($0.now) }, "\(text)")
        }
    }
}
