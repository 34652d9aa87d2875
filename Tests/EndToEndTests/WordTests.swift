import GardenAPI
import Glibc
import Testing

/// The words that a person types who has not read the manual, through the binary.
@Suite("Words and habits")
struct WordTests {
    /// A line, its exit status, and how its first line of output or of errors begins. They run in order against one garden.
    private static let evening: [(line: [String], status: Int32, text: String)] = [
        ([], 0, "Stopped"),
        (["--json"], 0, #"{"now":"#),
        (["stat"], 64, #"gardenctl: there is no command "stat"; did you mean status or stats?"#),
        (["st"], 64, #"gardenctl: there is no command "st"; did you mean start-focus, start-rest, status or stats?"#),
        (["stpo"], 64, #"gardenctl: there is no command "stpo""#),
        (["tsak"], 64, #"gardenctl: there is no command "tsak"; did you mean task?"#),
        (["unpuase"], 64, #"gardenctl: there is no command "unpuase"; did you mean unpause?"#),
        (["repotr"], 64, #"gardenctl: there is no command "repotr"; did you mean report?"#),
        (["history"], 64, #"gardenctl: there is no command "history"; did you mean events or log?"#),
        (["help", "nope"], 64, #"gardenctl: there is no command "nope""#),
        (["help", "shop", "nope"], 64, #"gardenctl: there is no command "shop nope""#),
        (["help", "status", "nope"], 64, "gardenctl: help takes the name of a command; status has no subcommands"),
        (["help", "start"], 0, "OVERVIEW: Start a focus session"),
        (["shop", "help"], 0, "OVERVIEW: "),
        (["config", "reload"], 64, #"gardenctl: there is no command "config reload"; did you mean reload?"#),
        (
            ["rename"], 64,
            #"gardenctl: there is no command "rename"; did you mean task edit, shop edit or category edit?"#
        ),
        (["-V"], 0, "gardenctl 0.1.0"),
        (["spend", "-500"], 0, "Tier 0 · ×1.0"),
        (["category", "add", "Ash", "--color", "grey"], 0, "Added Ash (id 2, gray"),
        (["category", "edit", "Ash", "--color", "#abc"], 0, "Changed Ash (id 2, #AABBCC"),
        (["category", "rm", "Ash"], 0, "Removed Ash"),
        (["shop", "nope"], 64, #"gardenctl: there is no command "shop nope""#),
        (["shop", "mov"], 64, #"gardenctl: there is no command "shop mov"; did you mean shop move?"#),
        (["stop"], 0, "The timer is already stopped."),
        (["pause"], 1, "gardenctl: the timer is stopped; to start it: gardenctl start"),
        (["start", "Reading"], 0, "Focus · Reading · session 1"),
        (["start", "Reading"], 1, "gardenctl: already focusing on Reading"),
        (["focus", "Deep", "work", "-m50", "--restart"], 0, "Focus · Deep work · session 1"),
        (["start", "Deep", "work", "-m", "25m", "--restart"], 0, "Focus · Deep work · session 1"),
        (["start-focus", "-m", "1h30", "--restart"], 0, "Focus · Deep work · session 1"),
        (["start", "-c", "Reading", "Deep", "work"], 64, "gardenctl: give the category once: with -c or without"),
        (["start", "Reading", "50"], 64, "gardenctl: to focus for 50 minutes: gardenctl start Reading -m 50"),
        (
            ["start", "Deep", "work", "1h30"], 64,
            "gardenctl: to focus for 90 minutes: gardenctl start 'Deep work' -m 1h30"
        ),
        (["start", "--minuts", "50"], 64, "gardenctl: "),
        (["start", "-m", "25x", "--restart"], 64, "gardenctl: The value '25x' is invalid for '-m <minutes>'"),
        (["start", "-m", "-5"], 64, "gardenctl: -m must not be negative: -5"),
        (["resume"], 0, "The timer is not paused."),
        (["pause"], 0, "Focus · Deep work · session 1 · PAUSED"),
        (["pause"], 0, "It is already paused."),
        (["unpause"], 0, "Focus · Deep work · session 1"),
        (["continue"], 0, "The timer is not paused."),
        (["retag", "Deep", "reading"], 0, "Focus · Deep reading · session 1"),
        (["retag", "1", "--no-task"], 0, "Focus · Default · session 1"),
        (["retag"], 64, "gardenctl: give the correct category, --task or --no-task"),
        (
            ["retag", "-t", "nothing like that"], 1,
            #"gardenctl: no task is named "nothing like that"; to list: gardenctl task"#
        ),
        (["retag", "Deep", "work"], 0, "Focus · Deep work · session 1"),
        (["cancel"], 0, "Stopped"),
        (["resume"], 1, "gardenctl: the timer is stopped; to start it: gardenctl start"),
        (["retag", "Reading"], 1, "gardenctl: the timer is stopped; to start it: gardenctl start"),
        (["session", "add", "7:00-7:30", "yesterday", "Reading"], 0, "Added"),
        (["retag", "Deep", "work"], 0, "Corrected"),
        (["retag", "1", "--no-task"], 0, "Corrected"),
        (["retag", "1"], 0, "It was like that already"),
        (
            ["start", "Deep", "work", "50", "minutes"], 64,
            "gardenctl: to focus for 50 minutes: gardenctl start 'Deep work' -m 50"
        ),
        (
            ["start", "Deep", "work", "for", "50m"], 64,
            "gardenctl: to focus for 50 minutes: gardenctl start 'Deep work' -m 50m"
        ),
        (["start", "for", "50m"], 64, "gardenctl: to focus for 50 minutes: gardenctl start for -m 50m"),
        (["break", "-m5"], 0, "Rest · Deep work"),
        (["rest"], 1, "gardenctl: a rest is running or paused"),
        (["ls"], 0, "No open tasks."),
        (["tasks", "--json"], 0, #"{"tasks":[]"#),
        (["shop", "add", "New headphones", "50"], 0, "Added New headphones (id 1"),
        (["points", "adjust", "500", "gift"], 0, "500 points"),
        (["buy", "New", "headphones"], 0, "Bought New headphones for 50 points"),
        (["refund"], 0, "Returned New headphones for 50 points"),
        (["refund"], 1, "gardenctl: there is no purchase from today to refund"),
        (["shop", "rm", "New", "headphones"], 0, "Removed New headphones (id 1"),
        (["category", "add", "Film", "nights", "--color", "blue"], 0, "Added Film nights (id 6"),
        (["category", "delete", "Film", "nights"], 0, "Removed Film nights (id 6"),
        (["category", "add", "-health"], 64, #"gardenctl: "-health" is not an option"#),
        (["category", "add", "-h3"], 64, #"gardenctl: "-h3" is not an option"#),
        (["inventory", "add", "Film", "nights", "--count", "2"], 0, "Added Film nights (id 1): 2"),
        (["inventory", "rm", "Film", "nights"], 0, "Removed Film nights (id 1): 2"),
        (
            ["shop", "edit", "Free", "--name", ""], 64,
            #"gardenctl: --name must be a line of 1 to 100 characters, not """#
        ),
        (["events", "-n", "1"], 0, "    "),
        (["events", "-n1"], 0, "    "),
        (["--json", "events", "-n", "1"], 0, #"[{"seq":"#),
        (["events", "--since", "yesterday", "-n", "1"], 0, "     1"),
        (["events", "--since", "0", "-n", "1"], 0, "     1"),
        (["events", "--since", "today", "4:00", "-f", "-n", "1"], 0, "     1"),
        (["events", "--since", "blah"], 1, #"gardenctl: --since: "blah" is not understood"#),
        (["events", "--topic", "shop", "-n", "1"], 0, "    "),
        (["events", "--topic", "nope"], 64, "gardenctl: no type of event matches nope"),
        (["log", "--day", "yesterday"], 0, ""),
        (["log", "--day", "blah"], 1, #"gardenctl: day: "blah" is not understood"#),
        (["config", "get", "timer.focus_minutes"], 0, "25"),
        (["config", "set", "timer.focus_minutes", "50"], 0, "Configuration reloaded. Changed: timer.focus_minutes."),
        (["config", "get", "timer.focus_minutes"], 0, "50"),
        (
            ["config", "set", "timer.focus_minutes", "0"], 64,
            "gardenctl: timer.focus_minutes must be an integer from 1 to 1440, not 0"
        ),
        (["config", "set", "timer.focus_minutes", "fifty"], 64, "gardenctl: timer.focus_minutes must be an integer"),
        (["config", "set", "focus", "50"], 64, "gardenctl: a setting needs its section, such as timer.focus_minutes"),
        (["config", "get", "timer.focus_minutes"], 0, "50"),
        (["config", "set", "day.timezone", "Asia/Tokyo"], 0, "Configuration reloaded. Changed: day.timezone."),
        (["config", "get", "day.timezone"], 0, "Asia/Tokyo"),
        (["config", "set", "timer.focus_minuts", "5"], 64, "gardenctl: there is no setting timer.focus_minuts; did"),
        (["config", "get", "focus"], 64, "gardenctl: a setting needs its section"),
        (["config", "set", "rate.tiers", "5"], 64, "gardenctl: rate.tiers can take several lines"),
        (["log", "last", "friday"], 64, #"gardenctl: there is no command "log last""#),
        (["log", "yesterday"], 64, #"gardenctl: there is no command "log yesterday""#),
        (["start", "45", "--json"], 1, #"{"error":{"status":1,"message":"no category has the id 45; to focus for"#),
        (["start", "1", "--restart"], 0, "Focus · Default"),
        (["start", "1"], 1, "gardenctl: already focusing on Default"),
        (["extend", "1h", "30m"], 0, "Focus · Default"),
        (["extend", "\u{2212}1h30"], 0, "Focus · Default"),
        (["extend", "99999999999999999999"], 64, "gardenctl: minutes must be from"),
        (["stop"], 0, "Stopped"),
        (["rest", "-5"], 64, "gardenctl: "),
        (["rest", "soon"], 64, #"gardenctl: the length must be minutes such as 10 or 1h30, not "soon""#),
        (["rest", "1h", "30m"], 0, "Rest"),
        (["why", "price"], 0, "No changes"),
        (["why", "coffee"], 64, #"gardenctl: why explains rate, balance, day or session, not "coffee""#),
        (["rest", "10", "-m", "5"], 64, "gardenctl: give the length once"),
        (["stop"], 0, "Stopped"),
        (["rest", "10"], 0, "Rest"),
        (["extend", "5m"], 0, "Rest"),
        (["extend", "-1h"], 1, "gardenctl: "),
        (["extend", "5x"], 64, "gardenctl: minutes must be a whole number such as +5 or -5"),
        (["spend", "12.50"], 64, "gardenctl: amount must be a whole number such as 12 or 13, not"),
        (["start", "45"], 1, "gardenctl: no category has the id 45; to focus for 45 minutes: gardenctl start -m 45"),
        (["start", "45m"], 64, "gardenctl: to focus for 45 minutes: gardenctl start -m 45m"),
        (["reset", "all", "--yes"], 1, #"gardenctl: no category is named "all"; to reset everything:"#),
        (["shop", "add", "Film", "night", "200"], 0, "Added Film night (id 2, 200 points, Default)"),
        (["shop", "add", "Film", "night"], 64, "gardenctl: an item has a name and then a price"),
        (["refund", "coffee"], 64, "gardenctl: a purchase is given by its number"),
        (["remind"], 64, #"gardenctl: there is no command "remind"; did you mean add remind me to?"#),
        (["help", "concepts", "tier"], 0, "POINTS AND THE SHOP"),
        (["help", "concepts", "focus", "session"], 0, "FOCUS"),
        (["help", "concepts", "nope"], 64, #"gardenctl: no term has "nope" in its name or its meaning"#),
        (["help", "concepts", "pomodoro"], 0, "FOCUS"),
        (["finish", "report"], 64, "gardenctl: Unexpected argument 'report'"),
        (["year"], 64, #"gardenctl: there is no command "year"; did you mean stats heatmap?"#),
        (["points", "add", "5"], 64, #"gardenctl: there is no command "points add"; did you mean points adjust?"#),
        (["stats", "year"], 64, #"gardenctl: there is no command "stats year"; did you mean stats heatmap?"#),
        (["stats", "off", "tomorrow"], 0, "Off now: "), (["stats", "off", "tomorrow"], 0, "Nothing was changed."),
        (["stats", "off", "tomorrow", "--remove"], 0, "No longer off: "),
        (["stats", "off", "yesterday"], 0, "Off now: "),
        (["stats", "off", "yesterday", "--remove"], 0, "No longer off: "),
        (["stats", "off", "easter"], 1, #"gardenctl: "easter" is not"#),
        (["add", "Wash", "the", "car"], 0, "Added Wash the car"), (["ls", "wash"], 0, "id  task"),
        (["ls", "remove", "the"], 0, "No tasks match."), (["ls", "1", "done"], 0, "No tasks match."),
        (["task", "999", "modify", "due:friday"], 1, "gardenctl: no task has the id 999"),
        (["task", "999"], 1, "gardenctl: no task has the id 999"),
        (["task", "+errands", "list"], 0, "No tasks match."),
        (["task", "add", "Mow", "--wait", "friday"], 64, "gardenctl: Unknown option '--wait'"),
        (["help", "log", "nope"], 64, #"gardenctl: there is no command "log nope""#),
        (["--json", "nope"], 64, #"{"error":{"status":64,"message":"there is no command"#),
        (
            ["buy", "Nothing", "--json"], 1,
            #"{"error":{"status":1,"message":"no item is named \"Nothing\"","data":{"code":"not_found","#
        ),
        (["status", "--timeout", "0"], 64, "gardenctl: --timeout must be from 1 to 86400 seconds"),
        (["--timeout", "5", "status"], 0, "Rest"),
        (["-f", "{phase}"], 0, "rest"), (["--timeout", "5", "--format={phase}"], 0, "rest"),
        (["status", "-f", "plain", "--json"], 64, #"{"error":{"status":64,"message":"--format conflicts with --json"#),
        (["watch", "--json", "-f", "plain"], 64, #"{"error":{"status":64,"message":"--format conflicts with --json"#),
        (["backup"], 64, "gardenctl: Missing expected argument '<DIR>'"),
        (["restore"], 64, #"gardenctl: there is no command "restore"; did you mean gardend restore?"#),
        (["--socket"], 64, "gardenctl: --socket needs a path"),
        (["undo", "-1"], 64, "gardenctl: <count> must not be negative: -1"),
        (["redo", "-1"], 64, "gardenctl: <count> must not be negative: -1"),
        (["rate", "force", "9"], 64, "gardenctl: the tier is an option: gardenctl rate force --tier 9"),
    ]

    @Test("the words that people type first do what they mean, or say what to type")
    func wordsDoWhatTheyMean() throws {
        let home = try Home()
        let daemon = try Gardend(in: home)
        _ = try daemon.connect()
        for step in Self.evening {
            let outcome = try run(["\(Binaries.folder)/gardenctl"] + step.line, environment: home.environment)
            let lines = (outcome.output + outcome.errors).split(separator: "\n", omittingEmptySubsequences: false)
            #expect(outcome.end == .exited(step.status), "\(step.line): \(outcome)")
            #expect(lines.first?.hasPrefix(step.text) == true, "\(step.line): \(outcome)")
        }
    }

    @Test("an argument that is not UTF-8 is refused, and nothing is stored")
    func unreadableArgumentsAreRefused() throws {
        let home = try Home()
        let daemon = try Gardend(in: home)
        _ = try daemon.connect()
        let add = "'\(Binaries.folder)/gardenctl' task add Coffee \"$(printf 'caf\\351')\""
        let refused = try run(["/bin/sh", "-c", add], environment: home.environment)
        #expect(refused.end == .exited(64))
        #expect(refused.output + refused.errors == "gardenctl: argument 4 is not UTF-8: caf\u{FFFD}\n")
        let asJSON = try run(["/bin/sh", "-c", add + " --json"], environment: home.environment)
        let error = #"{"error":{"status":64,"message":"argument 4 is not UTF-8: caf\#u{FFFD}"}}"#
        #expect(asJSON.output + asJSON.errors == error + "\n")
        let tasks = try run(["\(Binaries.folder)/gardenctl", "tasks"], environment: home.environment)
        #expect(tasks.output == "No open tasks. Add one: gardenctl task add TITLE\n")
    }

    @Test("a new category is announced, beside one that is a letter away; a known one is not")
    func aNewCategoryIsAnnounced() throws {
        let home = try Home()
        let daemon = try Gardend(in: home)
        _ = try daemon.connect()
        let lines: [(line: [String], last: String)] = [
            (["start", "Reading"], "Reading is a new category."),
            (["start", "Rading", "--restart"], "Rading is a new category; there is also Reading."),
            (["task", "add", "Read", "-c", "Books"], "Books is a new category."),
            (["shop", "add", "Coffee", "5", "-c", "Treats"], "Treats is a new category."),
            (["start", "READING", "--restart"], "25:00 left"), (["start", "--restart"], "25:00 left"),
        ]
        for step in lines {
            let outcome = try run(["\(Binaries.folder)/gardenctl"] + step.line, environment: home.environment)
            #expect(outcome.end == .exited(0))
            let last = outcome.output.split(separator: "\n").last
            #expect(last?.hasPrefix(step.last) == true, "\(step.line): \(outcome)")
        }
        let json = try run(
            ["\(Binaries.folder)/gardenctl", "start", "Other", "--restart", "--json"], environment: home.environment)
        #expect(try JSON.parse(Array(json.output.utf8))["category"] == "Other")
    }

    @Test("a change says what it replaces or repeats, and a slip gets one suggestion")
    func whatChangesIsShown() throws {
        let home = try Home()
        let daemon = try Gardend(in: home)
        _ = try daemon.connect()
        let lines: [(line: [String], status: Int32, text: String)] = [
            (["shop", "add", "Coffee", "5"], 0, "Added Coffee (id 1, 5 points, Default)\n"),
            (
                ["shop", "add", "COFFEE", "7"], 0,
                """
                Added COFFEE (id 2, 7 points, Default)
                Several items have that name: id 1 for 5 points, id 2 for 7 points. To change one: gardenctl shop edit ID

                """
            ),
            (
                ["config", "set", "timer.focus_minutes", "50"], 0,
                "Configuration reloaded. Changed: timer.focus_minutes.\ntimer.focus_minutes: 25 → 50\n"
            ),
            (["config", "set", "timer.focus_minutes", "50"], 0, "Configuration reloaded, no changes.\n"),
            (
                ["undo", "--jsn"], 64,
                """
                gardenctl: Unknown option '--jsn'. Did you mean '--json'?
                Usage: gardenctl undo [<count>] [--only <number>] [--change <number>] [--dry-run] [--yes] [--json] [--socket <path>] [--timeout <seconds>]
                  See 'gardenctl undo --help' for more information.

                """
            ),
        ]
        for step in lines {
            let outcome = try run(["\(Binaries.folder)/gardenctl"] + step.line, environment: home.environment)
            #expect(outcome.end == .exited(step.status), "\(step.line): \(outcome)")
            #expect(outcome.output + outcome.errors == step.text, "\(step.line)")
        }
    }

    @Test("beside a daemon that hangs, each gardenctl ends within its limit, with 69 and one line")
    func aHungDaemonDoesNotPileUpClients() throws {
        let home = try Home()
        let daemon = try Gardend(in: home)
        _ = try daemon.connect()
        daemon.program.signal(SIGSTOP)
        defer { daemon.program.signal(SIGCONT) }
        let errors = (1...100).map { "\(home.folder.path)/errors-\($0)" }
        let programs = try errors.map { path in
            try Program(
                ["\(Binaries.folder)/gardenctl", "status", "--timeout", "2"], environment: home.environment,
                errors: path)
        }
        let line = "gardenctl: gardend at \(home.socket) does not answer; to find out why: gardenctl doctor\n"
        for (program, path) in zip(programs, errors) {
            #expect(try program.wait() == .exited(69))
            #expect(try readText(path) == line)
        }
    }
}
