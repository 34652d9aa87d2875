import ArgumentParser
import GardenAPI

struct CallCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "call",
        abstract: "Call a method of the protocol directly.",
        discussion: """
            It prints the result as one line of JSON. rpc.discover describes every method. If the connection breaks \
            before the answer, gardenctl repeats the call only if it has a key.

              gardenctl call daemon.hello
              gardenctl call timer.start '{"category": "Reading", "minutes": 50}'
              gardenctl call timer.stop '{"key": "evening-1"}'
            """)

    @Argument(help: "The method, such as timer.get.", completion: Completions.methods)
    var method: String

    @Argument(help: ArgumentHelp("Its parameters: a JSON object.", valueName: "json"))
    var params: String?

    @OptionGroup var common: CommonOptions

    mutating func validate() throws {
        _ = try readParams()
    }

    private func readParams() throws -> JSONObject {
        guard let params else { return JSONObject() }
        let json: JSON
        do { json = try JSON.parse(params) } catch {
            throw ValidationError("the parameters are not valid JSON: at byte \(error.offset), \(error.reason)")
        }
        guard case .object(let object) = json else { throw ValidationError("the parameters must be a JSON object") }
        return object
    }

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        let params: JSONObject
        do { params = try readParams() } catch { throw .usage("\(error)") }
        let hasKey = params[IdempotencyKey.param] != nil
        let result = try client.ask(method, params, changes: true, mayRepeat: hasKey)
        try context.output.printData(result.text)
    }
}
