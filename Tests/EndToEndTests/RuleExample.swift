import GardenAPI
import TestSupport
import Testing

/// A worked example of the rules, played through `gardend simulate`: a script with the expected answers after each step.
///
/// It is for what only the binary adds: its arguments, the settings file, and the zone files of the system. The rules
/// themselves are tested in the core.
struct RuleExample: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var arguments: [String] = []
    /// A settings file.
    var settings = ""
    var steps: [Step]

    enum Step: Sendable {
        /// A directive, which must be possible.
        case directive(JSON)
        case ask(_ method: String, JSON = [:])
        /// A request and the expected members of its answer.
        case expect(_ method: String, JSON, JSON)
        /// The texts of today's lines.
        case lines([String])
    }

    func check() throws {
        let folder = try TemporaryFolder()
        try write(settings, to: "\(folder.path)/config.toml")
        let command = [Binaries.gardend, "simulate", "--config", "\(folder.path)/config.toml"] + arguments
        let outcome = try run(command, input: steps.enumerated().map { $1.line(id: $0) }.joined())
        #expect(outcome.end == .exited(0), "\(outcome.errors)")
        let lines = try outcome.output.split(separator: "\n").map { try JSON.parse(String($0)) }
        for (index, step) in steps.enumerated() {
            try step.check(lines.first { $0["id"] == .integer(index) }, "step \(index + 1)")
        }
    }
}

extension RuleExample.Step {
    static func at(_ instant: String) -> Self { .directive(["at": .string(instant)]) }

    static func advance(_ seconds: Int) -> Self { .directive(["advance": .integer(seconds)]) }

    static func expect(_ method: String, _ answer: JSON) -> Self { .expect(method, [:], answer) }

    /// The current day as `day.get` returns it.
    static func day(_ day: String) -> Self { .expect("day.get", ["day": .string(day)]) }

    /// The state as RULES §2 writes it: meter/tier/days left.
    static func rate(_ meter: Int, _ tier: Int, _ daysLeft: Int) -> Self {
        .expect("rate.get", ["meter": .integer(meter), "tier": .integer(tier), "daysLeft": .integer(daysLeft)])
    }

    fileprivate func line(id: Int) -> String {
        switch self {
        case .directive(let directive): return directive.text + "\n"
        case .ask(let method, let params), .expect(let method, let params, _): return Self.request(method, params, id)
        case .lines: return Self.request("log.list", [:], id)
        }
    }

    private static func request(_ method: String, _ params: JSON, _ id: Int) -> String {
        let request: JSON = ["jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": params]
        return request.text + "\n"
    }

    fileprivate func check(_ answer: JSON?, _ place: String) throws {
        let text = "\(place): \(answer?.text ?? "no answer")"
        let result = answer?["result"]
        switch self {
        case .directive: break
        case .ask: #expect(result != nil, "\(text)")
        case .expect(_, _, let expected):
            let result = try #require(result, "\(text)")
            guard case .object(let members) = expected else { return }
            for member in members.members { #expect(result[member.name] == member.value, "\(member.name), \(text)") }
        case .lines(let expected):
            #expect(result?["lines"]?.arrayValue?.map { $0["text"]?.stringValue ?? "?" } == expected, "\(place)")
        }
    }
}
