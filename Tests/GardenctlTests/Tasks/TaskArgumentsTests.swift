import ArgumentParser
import GardenAPI
import Testing

@testable import gardenctl

@Suite struct TaskArgumentsTests {
    @Test(arguments: [
        ("task", "task.list", #"{"hidden":false}"#),
        ("task list", "task.list", #"{"hidden":false}"#),
        ("task -c Reading --sort due", "task.list", #"{"category":"Reading","sort":"due","hidden":false}"#),
        ("task list +phone +home", "task.list", #"{"tag":["phone","home"],"hidden":false}"#),
        ("task list oat milk +shop", "task.list", #"{"search":"oat milk","tag":"shop","hidden":false}"#),
        (
            "task list due:today pri:H +phone", "task.list",
            #"{"tag":"phone","due":"today","priority":1,"hidden":false}"#
        ),
        ("task list project:Home milk", "task.list", #"{"category":"Home","search":"milk","hidden":false}"#),
        (
            "add Buy milk 'due:next friday' 'project:Film nights'", "task.quickAdd",
            ##"{"text":"Buy milk due:\"next friday\" project:\"Film nights\""}"##
        ),
        ("task list --tag phone,#家事", "task.list", #"{"tag":["phone","家事"],"hidden":false}"#),
        (
            "task list --due <next friday --priority 1", "task.list",
            #"{"due":"<next friday","priority":1,"hidden":false}"#
        ),
        ("task add Call --tag phone +bank", "task.add", #"{"title":"Call","tags":["phone","bank"]}"#),
        ("task add Call +bank", "task.add", #"{"title":"Call +bank"}"#),
        (
            "task edit 12 +phone --untag home,work", "task.edit",
            #"{"id":12,"addTags":["phone"],"removeTags":["home","work"]}"#
        ),
        ("task edit Call +Ann +phone", "task.edit", #"{"title":"Call","addTags":["Ann","phone"]}"#),
        ("task edit 12 --tag none", "task.edit", #"{"id":12,"tags":[]}"#),
        // What Taskwarrior understands.
        (
            "task modify 12 due:friday pri:H +phone project:Home wait:monday recur:weekly", "task.edit",
            #"{"id":12,"category":"Home","priority":1,"start":"monday","due":"friday","repeat":"weekly","addTags":["phone"]}"#
        ),
        ("task edit 3,4 due: priority:5", "task.edit", #"{"ids":[3,4],"priority":5,"due":null}"#),
        ("task mod Call due:friday --points 5", "task.edit", #"{"title":"Call","points":5,"due":"friday"}"#),
        ("task info 12", "task.get", #"{"id":12}"#),
        ("task list due.before:friday /milk/", "task.list", #"{"search":"milk","due":"<friday","hidden":false}"#),
        ("task list status:completed --due friday", "task.list", #"{"status":"done","due":"friday"}"#),
        ("task list status:waiting", "task.list", #"{"status":"all"}"#),
        ("task edit 3,4 --due friday", "task.edit", #"{"ids":[3,4],"due":"friday"}"#),
        ("task done 1 2 5", "task.done", #"{"ids":[1,2,5]}"#),
        ("done 3, 4 7-9 8", "task.done", #"{"ids":[3,4,7,8,9]}"#),
        ("done --title 20 48", "task.done", #"{"title":"20 48"}"#),
        ("task done 3 eggs", "task.done", #"{"title":"3 eggs"}"#),
        ("task undone 3 4", "task.undone", #"{"ids":[3,4]}"#),
        ("task skip 3 4", "task.skip", #"{"ids":[3,4]}"#),
        ("task snooze 3 4 -m 5", "task.snooze", #"{"ids":[3,4],"minutes":5}"#),
        ("task move 12 15 18 0", "task.move", #"{"ids":[12,15,18],"position":0}"#),
        ("task remove 12 15-17", "task.remove", #"{"ids":[12,15,16,17]}"#),
        ("task remove --title 12", "task.remove", #"{"title":"12"}"#),
        (
            "task list --all --search oat milk --limit 5 --before 12", "task.list",
            #"{"status":"all","search":"oat milk","limit":5,"before":12}"#
        ),
        ("task add Buy milk", "task.add", #"{"title":"Buy milk"}"#),
        ("task add 12 eggs", "task.add", #"{"title":"12 eggs"}"#),
        ("task add --json -- --due friday", "task.add", #"{"title":"--due friday"}"#),
        (
            "task add Write the report -c Work --due friday 18:00 -p 500 -e 4 --priority 2 --note ask 'Ann\nand Bo'",
            "task.add",
            #"{"title":"Write the report","category":"Work","points":500,"priority":2,"note":"ask Ann\nand Bo","#
                + #""due":"friday 18:00","estimate":4}"#
        ),
        (
            "task add Plants -r tomorrow 9:00 --repeat after 4d --start today --end 'next week'", "task.add",
            #"{"title":"Plants","start":"today","end":"next week","remind":"tomorrow 9:00","repeat":"after 4d"}"#
        ),
        ("task add Dishes --standing --due none", "task.add", #"{"title":"Dishes","standing":true}"#),
        ("add Buy milk tomorrow 18:00", "task.quickAdd", #"{"text":"Buy milk tomorrow 18:00"}"#),
        ("add '#Home Buy milk' +200 ~2 !1", "task.quickAdd", ##"{"text":"#Home Buy milk +200 ~2 !1"}"##),
        ("add --dry-run Buy milk", "task.quickAdd", #"{"text":"Buy milk","dryRun":true}"#),
        ("add --json -- --dry-run", "task.quickAdd", #"{"text":"--dry-run"}"#),
        ("add 明日9時に牛乳を買う", "task.quickAdd", #"{"text":"明日9時に牛乳を買う"}"#),
        ("task show 12", "task.get", #"{"id":12}"#),
        ("task show Write the report", "task.get", #"{"title":"Write the report"}"#),
        ("task edit 12 --title A new title", "task.edit", #"{"id":12,"newTitle":"A new title"}"#),
        (
            "task edit Write --due none --note None --priority none --estimate NONE -r none --repeat none", "task.edit",
            #"{"title":"Write","priority":null,"note":null,"due":null,"remind":null,"repeat":null,"estimate":null}"#
        ),
        (
            "task edit Write -d mon 10:00 -c Work --no-standing -p 5", "task.edit",
            #"{"title":"Write","category":"Work","points":5,"standing":false,"due":"mon 10:00"}"#
        ),
        ("task done Write the report --x2", "task.done", #"{"title":"Write the report","doubled":true}"#),
        ("task done 12 --occurrence 2026-11-21", "task.done", #"{"id":12,"occurrence":"2026-11-21"}"#),
        ("task add Q -c Deep work --due fri", "task.add", #"{"title":"Q","category":"Deep work","due":"fri"}"#),
        ("task move Q 0 -c Deep work", "task.move", #"{"title":"Q","position":0,"category":"Deep work"}"#),
        ("done Gym --early", "task.done", #"{"title":"Gym","early":true}"#),
        ("task edit Bins --due tue 10:00 --series", "task.edit", #"{"title":"Bins","due":"tue 10:00","series":true}"#),
        (
            "task edit Bins --remind tue --occurrence-only", "task.edit",
            #"{"title":"Bins","remind":"tue","occurrenceOnly":true}"#
        ),
        ("task undone 12", "task.undone", #"{"id":12}"#),
        ("task skip Water", "task.skip", #"{"title":"Water"}"#),
        ("task snooze Water the plants", "task.snooze", #"{"title":"Water the plants","minutes":10}"#),
        ("task snooze 12 -m 30", "task.snooze", #"{"id":12,"minutes":30}"#),
        ("task snooze 12 --until tomorrow 9:00", "task.snooze", #"{"id":12,"until":"tomorrow 9:00"}"#),
        ("task move Chapter 12 0", "task.move", #"{"title":"Chapter 12","position":0}"#),
        ("task move 12 2 -c Reading", "task.move", #"{"id":12,"position":2,"category":"Reading"}"#),
        ("task remove Write the report", "task.remove", #"{"title":"Write the report"}"#),
        ("task next", "task.next", "{}"),
        ("start-focus -t 12", "timer.start", #"{"phase":"focus","taskId":12}"#),
        (
            "start-focus -t Write the report -m 50", "timer.start",
            #"{"phase":"focus","task":"Write the report","minutes":50}"#
        ),
    ])
    func aTaskCommandSendsOneRequest(line: String, method: String, params: String) throws {
        let command = try #require(try Gardenctl.parseAsRoot(words(line)) as? any AskingCommand)

        #expect(try asked(command) == [method, params])
    }

    @Test(arguments: [
        ("task add", "the title is missing: gardenctl task add TITLE"),
        (
            "task add -d friday Buy things",
            "the title is missing: --due takes all words up to the next option; write the title first: "
                + "gardenctl task add TITLE --due …"
        ),
        ("task add ''", "the title is missing: gardenctl task add TITLE"),
        ("task add x --priority 10", #"--priority must be from 1 to 9, or none, not "10""#),
        ("task add x --estimate many", #"--estimate must be from 1 to 99, or none, not "many""#),
        ("task add x --x2", "Unknown option '--x2'"),
        ("task add x -c 12345678901234567890", "12345678901234567890 is too large for an id"),
        ("task edit 12", "nothing to change: give --title, --due or another option"),
        (
            "task edit --title new title",
            "the task is missing: --title takes all words up to the next option; write the task first: "
                + "gardenctl task edit TASK --title …"
        ),
        ("task edit 12 --no-due", "Unknown option '--no-due'; to clear a field: --due none, --note none"),
        ("task edit 12 due:friday --due monday", "due:friday and --due are both given; give one of them"),
        ("task edit 12 pri:11", "--priority must be from 1 to 9, or none, not \"11\""),
        ("task edit 12 --title ''", #"title must be a line of 1 to 500 characters, not """#),
        ("task edit 12 --due ''", "--due is empty; to clear it, write none"),
        ("task edit 12 --due '' --remind friday", "--due is empty; to clear it, write none"),
        ("task edit 12 --remind ''", "--remind is empty; to clear it, write none"),
        ("task edit 12 --start ''", "--start is empty; to clear it, write none"),
        ("task edit 12 --end ''", "--end is empty; to clear it, write none"),
        ("task edit 12 --repeat ' '", "--repeat is empty; to clear it, write none"),
        ("task edit 12 --note ''", "--note is empty; to clear it, write none"),
        ("task edit 12 --priority ''", "--priority is empty; to clear it, write none"),
        ("task edit 12 --estimate ''", "--estimate is empty; to clear it, write none"),
        ("task add x --due ''", "--due is empty"),
        ("task add x --priority ''", "--priority is empty"),
        ("task add x --points -5", "--points must not be negative without --standing: -5"),
        ("task add x --note y -p -5", "--points must not be negative without --standing: -5"),
        ("task add x --priority -1", "--priority must not be negative: -1"),
        ("task list --limit -1", "--limit must not be negative: -1"),
        ("task show", "Missing expected argument '<task> ...'"),
        ("task show 0", "id must be a positive integer, not 0"),
        ("task show 99999999999999999999", "99999999999999999999 is too large for an id"),
        ("task done", "the task is missing: gardenctl done TASK"),
        (
            "task add -c Deep work Q",
            "the title is missing: --category takes all words up to the next option; write the title first: "
                + "gardenctl task add TITLE --category …"
        ),
        ("task done --all", "--all needs a category: gardenctl done --all --category CATEGORY"),
        ("task edit 12 --series --title x", "--series needs a date: --start, --end, --due or --remind"),
        (
            "task edit 12 --due fri --series --occurrence-only", "--occurrence-only cannot be given with --series"
        ),
        ("task edit 12 --repeat daily --occurrence-only", "--occurrence-only cannot be given with --repeat"),
        ("task done 12 --all -c Work", "--all takes no task, --x2, --at, --early or --occurrence"),
        ("task done --x2 --all -c Work", "--all takes no task, --x2, --at, --early or --occurrence"),
        ("task done 12 -c Work", "--category and --yes are only for --all"),
        ("task snooze 12 -m 0", "minutes must be an integer from 1 to 10080, not 0"),
        ("task snooze 12 -m 5 --until friday", "--minutes and --until conflict; give one of them"),
        (
            "task move Write the report",
            "the position is missing; give it after the task: gardenctl task move TASK 0"
        ),
        ("task move 0", "the task or its position is missing: gardenctl task move TASK POSITION"),
        ("task list --done --all", "--done and --all conflict; give one of them"),
        ("task list --limit 0", "limit must be an integer from 1 to 1000, not 0"),
        (
            "task list --sort name",
            "The value 'name' is invalid for '--sort <order>'. Please provide one of 'position', 'due', 'priority' or 'created'."
        ),
        ("task done 3 4 --occurrence 2026-11-21", "--occurrence is of one task; give one id"),
        ("task edit 3 4 --title Both", "--title is of one task; give one id"),
        ("task done 3 --title 4", "--title and 3 both name the task"),
        ("task list milk --search tea", "--search and milk are both a text to look for; give one of them"),
        (
            "task add x --tag a.b",
            "--tag: \"a.b\" is no tag, which has letters, digits, - and _, and at most 50 of them"
        ),
        (
            "task edit 3 --tag none --untag x",
            "--tag none clears the tags; give it alone, or the new ones as --tag phone"
        ),
        ("task edit 3 +new --untag new", #"--tag and --untag both have "new""#),
        ("task done 0 4", #""0 4" is no list of ids, such as 3 5 8-10; a title of digits: --title"#),
        ("task done 10-8", #""10-8" is no list of ids, such as 3 5 8-10; a title of digits: --title"#),
        ("task done 4..5", #""4..5" is no list of ids, such as 3 5 8-10; a title of digits: --title"#),
        ("task skip", "the task is missing; give its id or its title"),
        ("task dnoe", #"there is no command "task dnoe"; did you mean task done?"#),
        ("start-focus -t 99999999999999999999", "99999999999999999999 is too large for an id"),
    ])
    func aMistakeIsReportedWithStatus64(line: String, message: String) throws {
        let outcome = try Home().gardenctl(words(line))

        #expect(outcome.status == 64)
        #expect(outcome.output == "")
        #expect(outcome.errors.split(separator: "\n").first.map(String.init) == "gardenctl: \(message)")
    }

    /// A reader of `--no-due` gets no advice to make a title of it.
    @Test func aFlagThatWouldClearAFieldHasNoSecondAdvice() throws {
        #expect(
            try Home().gardenctl("task", "edit", "12", "--no-due")
                == Home.Outcome(
                    status: 64,
                    errors: """
                        gardenctl: Unknown option '--no-due'; to clear a field: --due none, --note none
                        Usage: gardenctl task edit <task> [<options>]
                          See 'gardenctl task edit --help' for more information.

                        """))
    }
}
