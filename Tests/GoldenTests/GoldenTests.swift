import GardenAPI
import GardenCore
import GardenEngine
import TestSupport
import Testing

/// The wire format: a change that a client could notice changes a golden file, and is visible in review.
@Suite("Golden files", .serialized)
struct GoldenTests {
    @Test("the output is the golden file, byte for byte", arguments: GoldenScript.all)
    func theOutputMatchesTheGoldenFile(_ golden: GoldenScript) throws {
        let output = try golden.run.output(of: try golden.script.text())
        try golden.expected.expect(try golden.golden(output), "the daemon's output has changed")
    }

    @Test("every script belongs to a test")
    func everyScriptBelongsToATest() throws {
        let files = try [".json", ".jsonl"].flatMap { ending in
            try SourceFile.all(below: "Tests/GoldenTests/Scripts", ending: ending)
        }
        let known = GoldenScript.all.flatMap { [$0.expected.path, $0.script.path] }
        #expect(Set(files.map(\.path)) == Set(known))
    }

    @Test("a golden file has an answer of every method, with each of its params")
    func everyMethodHasAGoldenExample() throws {
        var answered: [String: Set<String>] = [:]
        for golden in GoldenScript.all {
            let succeeded = Set(try golden.answers().filter { $0["result"] != nil }.compactMap { $0["id"]?.text })
            for request in try golden.requests() where succeeded.contains(request["id"]?.text ?? "") {
                guard let method = request["method"]?.stringValue else { continue }
                let params =
                    if case .object(let object)? = request["params"] { object.members.map(\.name) } else { [""] }
                answered[method, default: []].formUnion(params)
            }
        }
        for request in Engine.requests {
            let params = answered[request.method]
            #expect(params != nil, "\(request.method) is never answered")
            for param in Self.params(of: request) {
                #expect(params?.contains(param) == true, "\(request.method) is never given \(param)")
            }
        }
    }

    @Test("a request says by itself whether it is a change")
    func requestsSayWhetherTheyChange() {
        for request in Engine.requests {
            #expect(request.isChange == (request is any ChangeRequest.Type), "\(request.method)")
        }
    }

    /// The compiler does not notice when two rows of one type are swapped in the description of a value.
    @Test("requests, answers and events round-trip through their types")
    func wireValuesRoundTrip() throws {
        for golden in GoldenScript.all {
            let results = try golden.answers().compactMap { answer in
                answer["result"].map { (answer["id"]?.text ?? "", $0) }
            }
            let requests = try golden.requests()
            for (id, result) in results {
                let asked = requests.filter { $0["id"]?.text == id }
                guard asked.count == 1, let method = asked.first?["method"]?.stringValue,
                    let request = Engine.requests.first(where: { $0.method == method })
                else { continue }
                #expect(try Self.rewritten(result, asResponseTo: request).text == result.text)
                guard case .object(let params)? = asked.first?["params"] else { continue }
                let rewritten = try Self.rewritten(params, as: request)
                for member in params.members where member.name != IdempotencyKey.param {
                    #expect(
                        Self.tidied(rewritten[member.name]) == Self.tidied(member.value), "\(method) \(member.name)")
                }
            }
        }
    }

    /// Without the differences that reading removes: blanks, and the case of colors.
    private static func tidied(_ value: JSON?) -> [Substring]? {
        value?.text.lowercased().split { $0 == " " || $0 == "\"" }
    }

    private static func rewritten<R: Request>(_ result: JSON, asResponseTo request: R.Type) throws -> JSON {
        try R.Response(json: result).json
    }

    private static func rewritten<R: Request>(_ params: JSONObject, as request: R.Type) throws -> JSON {
        var params = params
        _ = params.remove(IdempotencyKey.param)
        return try R(json: .object(params)).json
    }

    @Test("a golden file has every type of event")
    func everyEventTypeHasAGoldenExample() throws {
        let sent = Set(try GoldenScript.all.flatMap { try $0.events() }.compactMap { $0["type"]?.stringValue })
        #expect(sent == Set(EventCatalog.types))
    }

    @Test("a golden file has every error code, except those that only a server returns")
    func everyErrorCodeHasAGoldenExample() throws {
        let errors = try GoldenScript.all.flatMap { try $0.answers() }.compactMap { $0["error"] }
        let words = Set(errors.compactMap { $0["data"]?["code"]?.stringValue })
        let missing = Set(ErrorCode.allCases.map(\.rawValue)).subtracting(words)
        // internal: our own bugs; overloaded: one client too many.
        #expect(missing == ["internal", "overloaded"])
        for error in errors {
            let code = try #require(error["data"]?["code"]?.stringValue.flatMap(ErrorCode.init(rawValue:)))
            #expect(error["code"] == .integer(code.number))
        }
    }

    private static func params<R: Request>(of request: R.Type) -> [String] {
        R.fields.map(\.name) + (request.isChange ? [IdempotencyKey.param] : [])
    }
}
