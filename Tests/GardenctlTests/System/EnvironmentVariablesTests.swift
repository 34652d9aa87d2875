import Glibc
import Testing

@testable import gardenctl

@Suite struct EnvironmentVariablesTests {
    @Test func givenVariablesAreTheOnlyOnes() {
        let environment: EnvironmentVariables = ["A": "1", "EMPTY": ""]
        #expect(environment["A"] == "1")
        #expect(environment["EMPTY"] == "")
        #expect(environment["PATH"] == nil)
        #expect(environment.all == ["A": "1", "EMPTY": ""])
    }

    @Test func oneVariableIsSetAndTheOthersStay() {
        let environment = EnvironmentVariables(["A": "1", "B": "2"])
        let changed = environment.setting("A", to: "x").setting("C", to: "3").setting("A", to: "y")
        #expect(changed["A"] == "y")
        #expect(changed.all == ["A": "y", "B": "2", "C": "3"])
        #expect(environment.all == ["A": "1", "B": "2"])
    }

    @Test func aVariableOfThisProcessIsWhatTheSystemSays() throws {
        let environment = EnvironmentVariables.ofThisProcess
        let path = String(cString: try #require(getenv("PATH")))
        #expect(environment["PATH"] == path)
        #expect(environment.all["PATH"] == path)
        #expect(environment["GARDEN_NO_SUCH_VARIABLE"] == nil)
        #expect(environment.all["GARDEN_NO_SUCH_VARIABLE"] == nil)
        #expect(environment.setting("PATH", to: "/x")["PATH"] == "/x")
        #expect(environment.setting("PATH", to: "/x").all == environment.all.merging(["PATH": "/x"]) { $1 })
    }
}
