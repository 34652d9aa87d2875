import GardenAPI
import Testing

@Suite struct TimerRequestsTests {
    @Test(
        arguments: [
            (#"{"phase":"stopped"}"#, #"phase must be one of "focus", "rest", not "stopped""#),
            (#"{"phase":1}"#, #"phase must be one of "focus", "rest", not 1"#),
            (#"{"category":""}"#, #"category must be a line of 1 to 100 characters, not """#),
            (#"{"taskId":0}"#, "taskId must be a positive integer, not 0"),
            (#"{"minutes":0}"#, "minutes must be an integer from 1 to 1440, not 0"),
            (#"{"minutes":1441}"#, "minutes must be an integer from 1 to 1440, not 1441"),
            (#"{"minutes":25.5}"#, "minutes must be an integer from 1 to 1440, not 25.5"),
            (#"{"restart":1}"#, "restart must be true or false, not 1"),
            (#"{"phase":"rest","category":"Work"}"#, "category is not for a rest"),
            (#"{"taskId":1,"phase":"rest"}"#, "taskId is not for a rest"),
            (#"{"task":"Run","phase":"rest"}"#, "task is not for a rest"),
            (#"{"task":"Run","taskId":1}"#, "task conflicts with taskId; give one of them"),
            (#"{"task":" "}"#, #"task must be a line of 1 to 500 characters, not " ""#),
            (#"{"phase":"rest","restart":false}"#, "restart is not for a rest; stop the timer first"),
            (#"{"phase":"rest","ago":5}"#, "ago is not for a rest"),
            (#"{"phase":"rest","open":true}"#, "open is not for a rest"),
            (#"{"phase":"rest","open":false}"#, "open is not for a rest"),
            (#"{"open":1}"#, "open must be true or false, not 1"),
            (#"{"open":true,"minutes":25}"#, "minutes conflicts with open; an open session has no length"),
            (
                #"{"minute":25}"#,
                "minute is unknown; did you mean minutes? allowed: phase, category, taskId, task, minutes, restart, ago, idle, open"
            ),
        ])
    func startRefusesContradictoryParams(text: String, message: String) throws {
        let json = try JSON.parse(text)
        let mismatch = try #require(throws: ValidationError.self) { try TimerStart(json: json) }
        #expect(mismatch.message == message)
    }

    @Test(arguments: [
        (#"{}"#, #"{}"#), (#"{"phase":null,"minutes":null}"#, "{}"),
        (
            #"{"phase":"rest","category":null,"taskId":null,"restart":null,"minutes":5}"#,
            #"{"phase":"rest","minutes":5}"#
        ),
        (#"{"category":" Work "}"#, #"{"category":"Work"}"#), (#"{"minutes":1440.0}"#, #"{"minutes":1440}"#),
        (#"{"open":false,"minutes":25}"#, #"{"minutes":25,"open":false}"#),
    ])
    func startTreatsNullAsOmitted(text: String, written: String) throws {
        #expect(try TimerStart(json: try JSON.parse(text)).json.text == written)
    }

    @Test(arguments: [-1441, 0, 1441, .max, .min])
    func extendIsLimitedToOneDay(minutes: Int) throws {
        let mismatch = try #require(throws: ValidationError.self) {
            try TimerExtend(json: ["minutes": .integer(minutes)])
        }
        #expect(mismatch.message == "minutes must be an integer from -1440 to 1440 other than 0, not \(minutes)")
    }

    @Test func extendRequiresMinutes() {
        #expect(throws: ValidationError(path: ["minutes"], problem: "is missing")) { try TimerExtend(json: [:]) }
    }
}
