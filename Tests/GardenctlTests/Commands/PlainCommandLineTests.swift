import ArgumentParser
import GardenAPI
import Testing

@testable import gardenctl

/// The command lines that are read without the argument parser.
@Suite struct PlainCommandLineTests {
    /// Lines of the plain forms.
    @Test(arguments: [
        ["status"], ["status", "--json"], ["status", "-f", "plain"], ["status", "--format", "{category} {remaining}"],
        ["watch"], ["watch", "--json"], ["watch", "-f", "{phase}"], ["pause"],
        ["pause", "--json"], ["resume"], ["resume", "--json"], ["toggle"], ["toggle", "--json"], ["start-focus"],
        ["start-focus", "--json"], ["start-focus", "-c", "Reading"],
        ["start-focus", "--category", "Deep work", "--json"],
        ["start"], ["focus", "-c", "Reading"], ["start-focus", "-c", "3"], ["start-focus", "-c", "深い仕事"],
    ])
    func aPlainLineIsReadLikeTheParserReadsIt(line: [String]) throws {
        let plain = try #require(ClientFeatures.action(of: line))
        let parsed = try #require(try Gardenctl.parseAsRoot(line) as? any ClientCommand)
        #expect(dumped(plain) == dumped((parsed as? StatusCommand)?.action ?? parsed))
    }

    /// Everything else is the parser's, in particular what it refuses, and what it reads in a way of its own.
    @Test(arguments: [
        [], ["--json"], ["stop"], ["skip"], ["status", "extra"], ["status", "-f"], ["status", "-f", ""],
        ["status", "-f", "{nope}"],
        ["status", "-fplain"], ["status", "--format=plain"], ["status", "--json", "--json"],
        ["status", "--json", "-f", "plain"], ["status", "-f", "text", "--json"], ["watch", "-f", "{phase}", "--json"],
        ["status", "--help"], ["status", "-h"], ["status", "--", "x"], ["status", "--socket", "/x"],
        ["status", "--json=1"],
        ["pause", "now"], ["pause", "--help"], ["resume", "--count-absence"], ["toggle", "-f", "plain"],
        ["watch", "-f", "-x"],
        ["start-focus", "-c"], ["start-focus", "-c", ""], ["start-focus", "-c", "-x"],
        ["start-focus", "-c", "99999999999999999999"],
        ["start-focus", "-cReading"], ["start-focus", "Reading"], ["start", "Deep", "work"],
        ["status", "--timeout", "5"], ["start-focus", "-c", "a", "-m", "5"],
        ["start-focus", "-t", "x"],
        ["start-focus", "-c", "two\nlines"], ["--json", "status"], ["help", "status"], ["Status"],
        ["status", "--version"],
    ])
    func anyOtherLineIsTheParsers(line: [String]) {
        #expect(ClientFeatures.action(of: line) == nil)
    }

    /// The first line is read without the parser, the second by it.
    @Test(arguments: [["status", "--json"], ["status", "--json", "--timeout", "5"]])
    func theStatusIsAskedForOnceAndPrintedAsItCame(line: [String]) throws {
        let home = Home()
        let daemon = FakeDaemon(home.socketPath, answering: ["any": "answer"])
        #expect(try home.gardenctl(line) == Home.Outcome(status: 0, output: "{\"any\":\"answer\"}\n"))
        #expect(daemon.requests().map { [$0["method"], $0["params"]] } == [["daemon.status", [:]]])
    }

    /// The comparison sees the options.
    @Test func differentLinesAreDifferentCommands() throws {
        let lines = [["status"], ["status", "--json"], ["status", "-f", "plain"], ["pause"], ["resume"]]
        let dumps = try lines.map { dumped(try #require(ClientFeatures.action(of: $0))) }
        #expect(Set(dumps).count == lines.count)
    }

    private func dumped(_ action: any ClientAction) -> String {
        var text = ""
        dump(action, to: &text)
        return text
    }
}
