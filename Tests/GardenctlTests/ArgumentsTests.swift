import ArgumentParser
import GardenAPI
import Testing

@testable import gardenctl

@Suite struct ArgumentsTests {
    @Test(arguments: [
        ("start-focus", "timer.start", #"{"phase":"focus"}"#),
        ("start-focus -c Reading -m 50", "timer.start", #"{"phase":"focus","category":"Reading","minutes":50}"#),
        ("start-focus -t 12 --restart", "timer.start", #"{"phase":"focus","taskId":12,"restart":true}"#),
        ("start-focus --category 'Deep work'", "timer.start", #"{"phase":"focus","category":"Deep work"}"#),
        ("start-focus --away-ok", "timer.start", #"{"phase":"focus","idle":"count"}"#),
        ("start --open Thesis", "timer.start", #"{"phase":"focus","category":"Thesis","open":true}"#),
        ("start-rest", "timer.start", #"{"phase":"rest"}"#),
        ("start-rest -m 10", "timer.start", #"{"phase":"rest","minutes":10}"#),
        ("pause", "timer.pause", "{}"),
        ("resume", "timer.resume", "{}"),
        ("resume --count-absence", "timer.resume", #"{"countAbsence":true}"#),
        ("toggle", "timer.toggle", "{}"),
        ("skip", "timer.skip", "{}"),
        ("stop", "timer.stop", "{}"),
        ("finish", "timer.finish", "{}"),
        ("extend 5", "timer.extend", #"{"minutes":5}"#),
        ("extend +5", "timer.extend", #"{"minutes":5}"#),
        ("extend -5", "timer.extend", #"{"minutes":-5}"#),
        ("extend -15 --json", "timer.extend", #"{"minutes":-15}"#),
        ("extend --json --socket /s -120", "timer.extend", #"{"minutes":-120}"#),
        ("extend -- -5", "timer.extend", #"{"minutes":-5}"#),
        ("retag Deep work", "timer.edit", #"{"category":"Deep work"}"#),
        ("retag -t 12", "timer.edit", #"{"taskId":12}"#),
        ("retag Reading -t Write the report", "timer.edit", #"{"category":"Reading","task":"Write the report"}"#),
        ("retag --no-task", "timer.edit", #"{"taskId":null}"#),
        ("day", "day.get", "{}"),
        ("day show", "day.get", "{}"),
        ("day correct", "day.correct", "{}"),
        ("category", "category.list", "{}"),
        ("category list", "category.list", "{}"),
        ("category add Reading", "category.add", #"{"name":"Reading"}"#),
        ("category add 4b", "category.add", #"{"name":"4b"}"#),
        ("category add Reading --color '#33aaff'", "category.add", ##"{"name":"Reading","color":"#33AAFF"}"##),
        ("category edit Reading --name Books", "category.edit", #"{"name":"Reading","newName":"Books"}"#),
        ("category edit 3 --color BLUE", "category.edit", #"{"id":3,"color":"blue"}"#),
        ("category move 3 0", "category.move", #"{"id":3,"position":0}"#),
        ("category move Reading 2", "category.move", #"{"name":"Reading","position":2}"#),
        ("category merge 3 Maths", "category.merge", #"{"id":3,"into":"Maths"}"#),
        ("category merge Mahts Maths", "category.merge", #"{"name":"Mahts","into":"Maths"}"#),
        ("category remove 3", "category.remove", #"{"id":3}"#),
        ("category remove 3rd", "category.remove", #"{"name":"3rd"}"#),
        ("verify", "journal.verify", "{}"),
        ("why rate", "journal.explain", #"{"what":"rate"}"#),
        ("why session 12", "journal.explain", #"{"what":"session","id":12}"#),
        ("why balance --limit 5", "journal.explain", #"{"what":"balance","limit":5}"#),
        ("log", "log.list", "{}"),
        ("log show --day 2026-11-20", "log.list", #"{"day":"2026-11-20"}"#),
        ("log note walked to 'the lake'", "log.note", #"{"text":"walked to the lake"}"#),
        ("log note --json -- -3 degrees", "log.note", #"{"text":"-3 degrees"}"#),
        ("log note -5 bananas", "log.note", #"{"text":"-5 bananas"}"#),
        ("log note --json -.5° at dawn - cold -5h", "log.note", #"{"text":"-.5° at dawn - cold -5h"}"#),
        ("log edit 2 -5 bananas", "log.edit", #"{"id":2,"text":"-5 bananas"}"#),
        ("log edit 12 [09:05] -- --so", "log.edit", #"{"id":12,"text":"[09:05] --so"}"#),
        ("log remove 12", "log.remove", #"{"id":12}"#),
        ("log archives", "log.archives", "{}"),
        ("config show", "settings.get", "{}"),
        ("reload", "daemon.reload", "{}"),
    ])
    func aCommandSendsOneRequest(line: String, method: String, params: String) throws {
        let command = try #require(try Gardenctl.parseAsRoot(words(line)) as? any AskingCommand)

        #expect(try asked(command) == [method, params])
    }

    @Test(arguments: [
        ("points", "points.get", "{}"),
        ("points adjust +500 notebook", "points.adjust", #"{"amount":500,"reason":"notebook"}"#),
        ("points adjust -50 'a typo'", "points.adjust", #"{"amount":-50,"reason":"a typo"}"#),
        ("points adjust --json \u{2212}50 from the log", "points.adjust", #"{"amount":-50,"reason":"from the log"}"#),
        ("points multiplier 2", "points.setMultiplier", #"{"multiplier":2}"#),
        ("shop", "shop.list", "{}"),
        ("shop add Coffee 500", "shop.add", #"{"name":"Coffee","price":500}"#),
        (
            "shop add 4b 7 -c 'Deep work' --counts-as-spending", "shop.add",
            #"{"name":"4b","price":7,"category":"Deep work","countsAsSpending":true}"#
        ),
        ("shop edit 3 --name Tea --price 9", "shop.edit", #"{"id":3,"newName":"Tea","price":9}"#),
        (
            "shop edit Tea -c Treats --no-counts-as-spending", "shop.edit",
            #"{"name":"Tea","category":"Treats","countsAsSpending":false}"#
        ),
        ("shop move Tea 0", "shop.move", #"{"name":"Tea","position":0}"#),
        ("shop move 3 2 --category Treats", "shop.move", #"{"id":3,"position":2,"category":"Treats"}"#),
        ("shop remove Tea", "shop.remove", #"{"name":"Tea"}"#),
        ("shop buy Tea --rate", "shop.buy", #"{"name":"Tea","applyRate":true}"#),
        ("shop refund 7", "shop.refund", #"{"purchaseId":7}"#),
        ("buy Tea", "shop.buy", #"{"name":"Tea"}"#),
        ("buy 3 --no-rate", "shop.buy", #"{"id":3,"applyRate":false}"#),
        ("buy Tea --at mon 15:00 --price 300", "shop.buy", #"{"name":"Tea","at":"mon 15:00","price":300}"#),
        ("spend 1200 shoes --at yesterday", "rate.add", #"{"amount":1200,"note":"shoes","at":"yesterday"}"#),
        ("task done Shower --at yesterday", "task.done", #"{"title":"Shower","at":"yesterday"}"#),
        ("done Shower --at yesterday", "task.done", #"{"title":"Shower","at":"yesterday"}"#),
        ("log note called the bank --at 2 days ago", "log.note", #"{"text":"called the bank","at":"2 days ago"}"#),
        ("points adjust -5 lost --at fri 9:00", "points.adjust", #"{"amount":-5,"reason":"lost","at":"fri 9:00"}"#),
        ("inventory adjust Tea -2 --at yesterday", "inventory.adjust", #"{"name":"Tea","amount":-2,"at":"yesterday"}"#),
        ("inventory set Tea 2 --at yesterday", "inventory.set", #"{"name":"Tea","count":2,"at":"yesterday"}"#),
        ("spend 1200 lunch at noon", "rate.add", #"{"amount":1200,"note":"lunch at noon"}"#),
        ("spend -200", "rate.add", #"{"amount":-200}"#),
        ("rate", "rate.get", "{}"),
        ("rate add -500 --force", "rate.add", #"{"amount":-500,"force":true}"#),
        ("rate add 5 -3 degrees - cold", "rate.add", #"{"amount":5,"note":"-3 degrees - cold"}"#),
        ("spend 5 -3kg of rice", "rate.add", #"{"amount":5,"note":"-3kg of rice"}"#),
        ("rate add 5 --json -- --force", "rate.add", #"{"amount":5,"note":"--force"}"#),
        ("rate set 3200", "rate.set", #"{"amount":3200}"#),
        ("rate force --tier 3", "rate.force", #"{"tier":3}"#),
        ("rate force --tier 3 --days 1", "rate.force", #"{"tier":3,"days":1}"#),
        ("rate on", "shop.setApplyRate", #"{"enabled":true}"#),
        ("rate off", "shop.setApplyRate", #"{"enabled":false}"#),
        ("inventory", "inventory.list", "{}"),
        ("inventory add Tickets --icon 🎟 --count 2", "inventory.add", #"{"name":"Tickets","icon":"🎟","count":2}"#),
        ("inventory set Tickets 5", "inventory.set", #"{"name":"Tickets","count":5}"#),
        ("inventory set Tickets --icon ''", "inventory.set", #"{"name":"Tickets","icon":""}"#),
        ("inventory set 3 --name Vouchers", "inventory.set", #"{"id":3,"newName":"Vouchers"}"#),
        ("inventory adjust Tickets -1", "inventory.adjust", #"{"name":"Tickets","amount":-1}"#),
        ("inventory adjust 3 --json +4", "inventory.adjust", #"{"id":3,"amount":4}"#),
        ("inventory remove Tickets", "inventory.remove", #"{"name":"Tickets"}"#),
    ])
    func anEconomyCommandSendsOneRequest(line: String, method: String, params: String) throws {
        let command = try #require(try Gardenctl.parseAsRoot(words(line)) as? any AskingCommand)

        #expect(try asked(command) == [method, params])
    }

    @Test(arguments: [
        ("extend", "Missing expected argument '<±minutes> ...'"),
        ("extend soon", #"minutes must be a whole number such as +5 or -5, not "soon""#),
        ("extend --soon", "Unknown option '--soon'"),
        ("extend -5 -6", "minutes must be one number; 2 words are given"),
        ("extend 1441", "minutes must be an integer from -1440 to 1440 other than 0, not 1441"),
        ("start-focus --open -m 50", "give --minutes or --open: an open session has no length"),
        ("start-focus -m 0", "minutes must be an integer from 1 to 1440, not 0"),
        ("start-focus -m soon", "The value 'soon' is invalid for '-m <minutes>'"),
        ("start-focus -c ''", #"category must be a line of 1 to 100 characters, not """#),
        ("start-focus -t 0", "taskId must be a positive integer, not 0"),
        ("start-rest -c Reading", "Unknown option '-c'"),
        ("session edit 2 --length 2m", "Unknown option '--length'"),
        ("session edit 2 --length", "Unknown option '--length'"),
        ("session remove 1 --force yes", "Unknown option '--force'"),
        ("session edit 2 --star 9:00", "Unknown option '--star'"),
        ("session edit two -c Thesis", "The value 'two' is invalid for '<id>'"),
        ("start-focus -m --soon", "Missing value for '-m'"),
        ("category edit Reading", "nothing to change: give --name or --color"),
        ("category edit 0 --name x", "id must be a positive integer, not 0"),
        ("category add Reading --color mauve", "The value 'mauve' is invalid for '--color <color>'"),
        ("category add 42", "name must not consist only of digits: 42 is read as an id"),
        ("category edit Reading --name 42", "--name must not consist only of digits: 42 is read as an id"),
        ("shop add 42 7", "name must not consist only of digits: 42 is read as an id"),
        ("inventory add ' 42 '", "name must not consist only of digits: 42 is read as an id"),
        ("category remove 99999999999999999999", "99999999999999999999 is too large for an id"),
        (
            "status -f lines",
            "unknown format 'lines': use text, plain, bar, waybar or a template such as '{category} {remaining}'"
        ),
        (
            "watch -f plan",
            "unknown format 'plan'; did you mean plain? use text, plain, bar, waybar or a template such as '{category} {remaining}'"
        ),
        ("events --since -1", "--since must not be negative: -1"),
        ("visit near 35,139 --radius -5", "--radius must not be negative: -5"),
        ("visit add --lat 1 --lon 2 --accuracy -0.5", "--accuracy must not be negative: -0.5"),
        ("shop add Coffee -5", "price must be an integer of at least 0, not -5"),
        ("rate set -1", "<amount> must not be negative: -1"),
        ("inventory set Tickets -1", "<count> must not be negative: -1"),
        ("shop add Coffee", "an item has a name and then a price: gardenctl shop add NAME PRICE"),
        ("events --limit 0", "limit must be an integer from 1 to 1000 events, not 0"),
        ("call timer.get '{\"a\":}'", "the parameters are not valid JSON: at byte 5, a value is expected"),
        ("call timer.get '[1]'", "the parameters must be a JSON object"),
        ("points adjust -50", "the reason is missing; give it after the amount"),
        ("why day friday", #"why day explains what is there now, not "friday""#),
        ("why price Coffee", #"why price explains what is there now, not "Coffee""#),
        ("why session last", #"the id of a session is a number, not "last"; to list: gardenctl session"#),
        ("points adjust 0 why", "amount must be an integer other than 0, not 0"),
        ("points adjust much why", #"amount must be a whole number such as +5 or -5, not "much""#),
        (
            "points adjust -9223372036854775809 why",
            #"amount must be from -9223372036854775808 to 9223372036854775807, not "-9223372036854775809""#
        ),
        ("points adjust -50 a typo --jsno", "Unknown option '--jsno'"),
        ("points multiplier 3", "multiplier must be an integer from 1 to 2, not 3"),
        ("spend", "Missing expected argument '<±amount note> ...'"),
        ("spend --", "amount is missing"),
        ("shop edit Tea", "nothing to change: give --name, --price, --category or --[no-]counts-as-spending"),
        ("shop add Tea 5 -c ''", #"category must be a line of 1 to 100 characters, not """#),
        ("rate force --tier 3 --days 3", "days must be an integer from 0 to 2, not 3"),
        ("inventory adjust Tickets -1 -2", "amount must be one number; 2 words are given"),
        ("inventory set Tickets", "nothing to change: give a count, --name or --icon"),
        ("log note ''", #"text must be a line of 1 to 1000 characters, not """#),
        ("log note cold -x", "Unknown option '-x'"),
        ("log edit 12 cold --jsno", "Unknown option '--jsno'"),
        ("log edit 12 --", #"text must be a line of 1 to 1000 characters, not """#),
        ("log edit 0", "id must be a positive integer, not 0"),
        (
            "why weather", #"why explains rate, balance, day or session, not "weather""#
        ),
        ("xyzzy", #"there is no command "xyzzy""#),
        ("task completed", #"there is no command "task completed"; did you mean task list --done?"#),
        ("task annotate 3 hi", #"there is no command "task annotate"; did you mean task edit --note?"#),
        ("do 3", #"there is no command "do"; did you mean done?"#),
        ("log notes", #"there is no command "log notes"; did you mean log note?"#),
        ("shop sell 3", #"there is no command "shop sell""#),
        ("rate 500", #"there is no command "rate 500""#),
        ("config shwo", #"there is no command "config shwo"; did you mean config show?"#),
        ("strat", #"there is no command "strat"; did you mean start?"#),
        ("statsu", #"there is no command "statsu"; did you mean status or stats?"#),
    ])
    func aUsageErrorIsReportedWithStatus64(line: String, message: String) throws {
        let outcome = try Home().gardenctl(words(line))

        #expect(outcome.status == 64)
        #expect(outcome.output == "")
        #expect(outcome.errors.split(separator: "\n").first.map(String.init) == "gardenctl: \(message)")
    }

    /// The parser takes `-health` for several short options, among them -h: it prints its help, and ends with 0.
    @Test(arguments: [
        (
            "category add -health", "-health",
            #"Put words that begin with "-" after "--": gardenctl category add -- -health"#
        ),
        (
            "category add -h3", "-h3",
            #"Put words that begin with "-" after "--": gardenctl category add -- -h3"#
        ),
        (
            "shop add -tahini 5 -c Food --timeout 5", "-tahini",
            #"Put words that begin with "-" after "--": gardenctl shop add -c Food --timeout 5 -- -tahini 5"#
        ),
        (
            "buy '-hot tea' --no-rate", "-hot tea",
            #"Put words that begin with "-" after "--": gardenctl buy --no-rate -- '-hot tea'"#
        ),
        (
            "start-focus -c -hash -m 50", "-hash",
            #"Put a value that begins with "-" after "=": gardenctl start-focus -c=-hash -m 50"#
        ),
        (
            "log note -hello", "-hello",
            #"Put words that begin with "-" after "--": gardenctl log note -- -hello"#
        ),
    ])
    func aNameWithALeadingHyphenIsNotParsedAsHelp(line: String, word: String, advice: String) throws {
        #expect(
            try Home().gardenctl(words(line))
                == Home.Outcome(status: 64, errors: "gardenctl: \"\(word)\" is not an option\n  \(advice)\n"))
    }

    @Test(arguments: [
        ("category add --foo", "gardenctl category add -- --foo"), ("buy -x", "gardenctl buy -- -x"),
        ("inventory add -x --icon 🎟", "gardenctl inventory add --icon 🎟 -- -x"),
    ])
    func aRefusedHyphenIsReportedWithTheCorrectCommand(line: String, command: String) throws {
        let outcome = try Home().gardenctl(words(line))
        #expect(outcome.status == 64)
        #expect(outcome.output == "")
        #expect(
            outcome.errors.hasSuffix("\n  Put words that begin with \"-\" after \"--\": \(command)\n"),
            "\(outcome.errors)")
    }

    @Test("a command that takes no words gives no advice about them", arguments: ["stats --month", "category -x"])
    func withoutWordsThereIsNoAdvice(line: String) throws {
        let outcome = try Home().gardenctl(words(line))
        #expect(outcome.status == 64)
        #expect(!outcome.errors.contains("Put words"), "\(outcome.errors)")
    }

    @Test(arguments: [
        ("category add -- -health", "category.add", #"{"name":"-health"}"#),
        ("shop add -c Food --json -- -tahini 5", "shop.add", #"{"name":"-tahini","price":5,"category":"Food"}"#),
        ("buy --no-rate -- '-hot tea'", "shop.buy", #"{"name":"-hot tea","applyRate":false}"#),
        ("start-focus -c=-hash -m 50", "timer.start", #"{"phase":"focus","category":"-hash","minutes":50}"#),
        ("log note -- -hello", "log.note", #"{"text":"-hello"}"#),
        ("inventory add --icon 🎟 -- -x", "inventory.add", #"{"name":"-x","icon":"🎟"}"#),
    ])
    func theSuggestedCommandParses(line: String, method: String, params: String) throws {
        let command = try #require(try Gardenctl.parseAsRoot(words(line)) as? any AskingCommand)
        #expect(try asked(command) == [method, params])
    }

    @Test func helpOptionsStillPrintHelp() throws {
        for line in ["category add -h", "category add x --help", "--help", "help buy"] {
            #expect(try Home().gardenctl(words(line)).status == 0)
        }
    }

    @Test func anUnknownSubcommandIsReportedWithTheKnownOnes() throws {
        #expect(
            try Home().gardenctl("inventory", "Tickets")
                == Home.Outcome(
                    status: 64,
                    errors: """
                        gardenctl: there is no command "inventory Tickets"
                          inventory has: list, add, set, adjust, remove; see 'gardenctl inventory --help'.

                        """))
    }

    @Test func anUnknownPlaceholderIsReportedWithTheKnownOnes() throws {
        let outcome = try Home().gardenctl("status", "-f", "{phasee}")

        #expect(outcome.status == 64)
        let message =
            "gardenctl: unknown placeholder {phasee}; did you mean {phase}? use one of: bar, symbol, phase, category, "
        #expect(outcome.errors.hasPrefix(message))
    }

    @Test(arguments: [
        "status", "watch", "garden", "day", "events", "verify", "reload", "doctor", "config show", "config path",
        "config edit", "config check", "pause", "category remove 1", "call x", "day correct", "points adjust -5 x",
        "spend -5",
        "buy 3", "rate on", "task", "task add x", "task done 3", "task next", "inventory adjust 3 -5", "log",
        "log edit 3", "why day",
    ])
    func everyCommandHasTheJSONAndSocketOptions(line: String) throws {
        let command = try Gardenctl.parseAsRoot(words(line) + ["--json", "--socket", "/run/here"])

        let common = try #require((command as? any ClientCommand)?.common)
        #expect(common.json)
        #expect(common.socket == "/run/here")
    }

    @Test func anEmptySocketPathIsRefusedWithTheOptionsName() throws {
        let outcome = try Home().gardenctl("status", "--socket", "")
        #expect(outcome.status == 64)
        let message = "gardenctl: --socket has an empty path; give a path or omit the option\n"
        #expect(outcome.errors.hasPrefix(message), "\(outcome.errors)")
    }

    @Test func theVersionOptionPrintsTheRelease() throws {
        #expect(try Home().gardenctl("--version") == Home.Outcome(status: 0, output: "gardenctl 0.1.0\n"))
    }
}

/// The method and the params of a command's request.
func asked(_ command: some AskingCommand) throws -> [String] {
    let request = try command.request()
    return [type(of: request).method, request.json.text]
}

@Suite struct HelpTests {
    /// Every line of a discussion that begins with `gardenctl` is an example to be copied.
    static let examples: [String] = {
        func lines(of command: any ParsableCommand.Type) -> [String] {
            let own = command.configuration.discussion.split(separator: "\n").map { String($0.drop { $0 == " " }) }
            return own.filter { $0.hasPrefix("gardenctl ") } + command.configuration.subcommands.flatMap(lines)
        }
        return lines(of: Gardenctl.self)
    }()

    @Test(arguments: examples)
    func anExampleParses(line: String) throws {
        _ = try Gardenctl.parseAsRoot(Array(words(line).dropFirst()))
    }

    @Test func everyCommandHasANameAndAnExample() {
        func check(_ command: any ParsableCommand.Type, _ path: String) {
            let name = "\(path) \(command._commandName)".trimmingPrefix(" ")
            #expect(command.configuration.commandName != nil, "\(name)")
            #expect(Self.examples.contains { "\($0) ".hasPrefix("\(name) ") }, "\(name)")
            for inner in command.configuration.subcommands { check(inner, String(name)) }
        }
        check(Gardenctl.self, "")
    }
}

/// The words of a command line as a shell would take them apart; quotes of both kinds, no escapes.
func words(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in line {
        if character == quote {
            quote = nil
        } else if quote != nil {
            word?.append(character)
        } else if character == "'" || character == "\"" {
            quote = character
            word = word ?? ""
        } else if character == " " {
            if let whole = word { words.append(whole) }
            word = nil
        } else {
            word = (word ?? "") + String(character)
        }
    }
    return words + (word.map { [$0] } ?? [])
}
