import Testing

@testable import GardenAPI

/// Every request and every value of the contract in its wire form. Reading and writing must give the identical text:
/// names, their order, and which members are left out or null.
@Suite struct RoundTripTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let type: any WireObject.Type
        let text: String
        var testDescription: String { "\(type.name) \(text)" }
        init(_ type: any WireObject.Type, _ text: String) { (self.type, self.text) = (type, text) }
    }

    // MARK: Samples

    private static let timerText = """
        {"phase":"focus","paused":false,"pauseReason":null,"longRest":false,"open":false,"session":1,"category":"Work","categoryId":2,\
        "categoryUid":"a1b2c3d4-7","taskId":3,"taskTitle":"Report","totalSeconds":1500,"elapsedSeconds":60,"remainingSeconds":1440,"startedAt":"2026-11-21T09:00:00.000+09:00",\
        "endsAt":"2026-11-21T09:25:00.000+09:00","pausedAt":null,"absenceSeconds":null}
        """
    private static let openTimerText = """
        {"phase":"focus","paused":false,"pauseReason":null,"longRest":false,"open":true,"session":1,"category":"Work","categoryId":2,\
        "categoryUid":"a1b2c3d4-7","taskId":3,"taskTitle":"Report","totalSeconds":0,"elapsedSeconds":60,"remainingSeconds":0,"startedAt":"2026-11-21T09:00:00.000+09:00",\
        "endsAt":null,"pausedAt":null,"absenceSeconds":null,"toLongRest":3}
        """
    private static let pausedTimerText = """
        {"phase":"focus","paused":true,"pauseReason":"sleep","longRest":false,"open":false,"session":1,"category":"Work","categoryId":2,\
        "categoryUid":"a1b2c3d4-7","taskId":3,"taskTitle":"Report","totalSeconds":1500,"elapsedSeconds":60,"remainingSeconds":1440,"startedAt":"2026-11-21T09:00:00.000+09:00",\
        "endsAt":null,"pausedAt":"2026-11-21T09:01:00.000+09:00","absenceSeconds":3600}
        """
    private static let stoppedTimerText = """
        {"phase":"stopped","paused":false,"pauseReason":null,"longRest":false,"open":false,"session":0,"category":null,"categoryId":null,\
        "categoryUid":null,"taskId":null,"taskTitle":null,"totalSeconds":0,"elapsedSeconds":0,"remainingSeconds":0,"startedAt":null,"endsAt":null,"pausedAt":null,"absenceSeconds":null}
        """
    private static let rateText = """
        {"tier":1,"rate":1.5,"meter":3000,"daysLeft":2,"applied":true,"nextTierFrom":6000,\
        "decaysAt":"2026-11-23T04:00:00.000+09:00"}
        """
    private static let lowestRateText = """
        {"tier":0,"rate":1.0,"meter":0,"daysLeft":0,"applied":false,"nextTierFrom":null,"decaysAt":null}
        """
    private static let gardenText = """
        {"categoryId":1,"categoryUid":"00000000-0","category":"Default","color":"green","exp":12,"level":1,"expInLevel":2,"expToNext":8,\
        "focusExp":10,"taskExp":2}
        """
    private static let pointsText = #"{"balance":9223372036854775807,"multiplier":2,"earnedToday":5,"spentToday":-1}"#
    private static let tasksText = """
        {"open":3,"dueToday":1,"overdue":2,"next":{"id":3,"title":"Report","at":"2026-11-21T10:00:00.000+09:00"},\
        "nextDueAt":"2026-11-22T04:00:00.000+09:00"}
        """
    private static let noTasksText = #"{"open":0,"dueToday":0,"overdue":0,"next":null,"nextDueAt":null}"#
    private static let taskText = """
        {"id":3,"uid":"a1b2c3d4-9","title":"Report","category":"Work","categoryId":2,"categoryUid":"a1b2c3d4-7",\
        "points":500,"priority":1,"standing":false,"note":"two\\nlines","tags":["phone","家事"],"start":"2026-11-20",\
        "end":"2026-11-21T18:00:00.000+09:00","due":"2026-11-21","remind":"2026-11-21T09:00:00.000+09:00",\
        "remindBefore":{"days":1,"time":"18:00"},"snoozedUntil":"2026-11-20T10:00:00.000+09:00","repeat":"weekly",\
        "target":null,"occurrence":"2026-11-21","estimate":4,\
        "focuses":2,"minutes":50,"doneCount":1,"position":0,"createdAt":"2026-11-19T09:00:00.000+09:00",\
        "updatedAt":"2026-11-20T09:00:00.000+09:00","completedAt":null}
        """
    private static let closedTaskText = """
        {"id":4,"uid":"a1b2c3d4-10","title":"Milk","category":"Default","categoryId":1,"categoryUid":"00000000-0",\
        "points":0,"priority":null,"standing":false,"note":null,"tags":[],"start":null,"end":null,"due":null,"remind":null,\
        "remindBefore":null,"snoozedUntil":null,"repeat":null,"target":null,"occurrence":null,"estimate":null,"focuses":0,"minutes":0,\
        "doneCount":1,"position":1,"createdAt":"2026-11-19T09:00:00.000+09:00","updatedAt":"2026-11-20T09:00:00.000+09:00",\
        "completedAt":"2026-11-20T09:00:00.000+09:00"}
        """
    private static let statusText = """
        {"now":"2026-11-21T09:01:00.000+09:00","day":"2026-11-21","timezone":"Asia/Tokyo","seq":7,"stale":false,\
        "timer":\(timerText),"points":\(pointsText),"rate":\(rateText),"gardens":[\(gardenText)],"tasks":\(tasksText),\
        "presence":"active","today":{"minutes":50,"sessions":2,"goalMinutes":120},"usesPoints":true,"drill":null,"questions":[],"question":null}
        """
    private static let limitsText = """
        {"lineBytes":1048576,"depth":64,"batchEntries":100,"queuedBytes":8388608,"keyCharacters":64,"connections":256,\
        "categories":1000,"items":20000,"counters":1000,"openTasks":20000,"visitTags":2000,"daysOff":3660,"heatMapDays":1098}
        """

    private static let requests = [
        Sample(CategoryAdd.self, #"{"name":"Work"}"#),
        Sample(CategoryAdd.self, ##"{"name":"Work","color":"#00FF7F"}"##),
        Sample(CategoryEdit.self, #"{"id":2,"newName":"Study"}"#),
        Sample(CategoryEdit.self, #"{"name":"Work","color":"red"}"#),
        Sample(CategoryList.self, "{}"),
        Sample(CategoryMerge.self, #"{"id":2,"into":"Work"}"#),
        Sample(CategoryMerge.self, #"{"name":"Wrok","into":"Work"}"#),
        Sample(CategoryMove.self, #"{"id":2,"position":0}"#),
        Sample(CategoryMove.self, #"{"name":"Work","position":3}"#),
        Sample(CategoryRemove.self, #"{"id":2}"#),
        Sample(CategoryRemove.self, #"{"name":"Work"}"#),
        Sample(DaemonDoctor.self, "{}"),
        Sample(DaemonHello.self, "{}"),
        Sample(DaemonHello.self, #"{"client":"gardenctl"}"#),
        Sample(DaemonReload.self, "{}"),
        Sample(DaemonStatus.self, "{}"),
        Sample(DayGet.self, "{}"),
        Sample(EventsSubscribe.self, "{}"),
        Sample(EventsSubscribe.self, #"{"topics":[],"since":0}"#),
        Sample(EventsSubscribe.self, #"{"topics":["timer.*","day.rolledOver"],"since":12}"#),
        Sample(EventsUnsubscribe.self, "{}"),
        Sample(GardenList.self, "{}"),
        Sample(JournalList.self, "{}"),
        Sample(JournalList.self, #"{"since":0,"limit":1000,"types":["timer.started"]}"#),
        Sample(JournalVerify.self, "{}"),
        Sample(RPCDiscover.self, "{}"),
        Sample(SettingsGet.self, "{}"),
        Sample(TaskAdd.self, #"{"title":"Report","tags":["phone","x_1"]}"#),
        Sample(TaskAdd.self, #"{"title":"Report"}"#),
        Sample(
            TaskAdd.self,
            """
            {"title":"Report","category":"Work","points":500,"priority":9,"standing":false,"note":"two\\nlines",\
            "start":"today","end":"tomorrow","due":"fri 14:30","remind":"in 25m","repeat":"after 4d","estimate":99}
            """),
        Sample(TaskComplete.self, #"{"id":3}"#),
        Sample(TaskComplete.self, #"{"ids":[3,1],"at":"yesterday"}"#),
        Sample(TaskComplete.self, #"{"title":"Report","doubled":true,"occurrence":"2026-11-21"}"#),
        Sample(TaskComplete.self, #"{"id":3,"occurrence":"2026-11-21T09:00:00.000+09:00"}"#),
        Sample(TaskCompleteAll.self, #"{"category":"Work"}"#),
        Sample(TaskEdit.self, #"{"id":3}"#),
        Sample(TaskEdit.self, #"{"ids":[3,4],"addTags":["phone"],"removeTags":["home","x_1"]}"#),
        Sample(TaskEdit.self, #"{"id":3,"tags":[]}"#),
        Sample(TaskList.self, #"{"tag":"phone","due":"<friday","priority":1,"hidden":false}"#),
        Sample(TaskList.self, #"{"sort":"priority","tag":["phone","家事"]}"#),
        Sample(
            TaskEdit.self,
            """
            {"title":"Report","newTitle":"Letter","category":"Home","points":0,"priority":1,"standing":true,"note":"n",\
            "start":"today","end":"tomorrow","due":"2026-11-21","remind":"9:00","repeat":"none","estimate":1}
            """),
        Sample(
            TaskEdit.self,
            """
            {"id":3,"priority":null,"note":null,"start":null,"end":null,"due":null,"remind":null,"repeat":null,\
            "estimate":null}
            """),
        Sample(TaskGet.self, #"{"id":3}"#),
        Sample(TaskGet.self, #"{"title":"Report"}"#),
        Sample(TaskCompletions.self, "{}"),
        Sample(
            TaskCompletions.self,
            #"{"from":"monday","to":"today","category":"Home","tag":["phone","家事"],"search":"tea","priority":1,"limit":5,"before":9}"#
        ),
        Sample(TaskList.self, "{}"),
        Sample(
            TaskList.self,
            """
            {"category":"Work","status":"all","search":"rep","day":"yesterday","sort":"due","limit":1000,"before":3}
            """),
        Sample(TaskMove.self, #"{"id":3,"position":0}"#),
        Sample(TaskMove.self, #"{"ids":[3,1],"position":0}"#),
        Sample(TaskMove.self, #"{"title":"Report","position":2,"category":"Home"}"#),
        Sample(TaskNext.self, "{}"),
        Sample(TaskQuickAdd.self, #"{"text":"Buy milk tomorrow #Home +200"}"#),
        Sample(TaskQuickAdd.self, #"{"text":"Buy milk","dryRun":true}"#),
        Sample(TaskOccurrenceList.self, #"{"id":3,"count":100}"#),
        Sample(TaskOccurrenceList.self, #"{"repeat":"daily","anchor":"tomorrow 9:00","count":1}"#),
        Sample(TaskRemove.self, #"{"id":3}"#),
        Sample(TaskRemove.self, #"{"title":"Report"}"#),
        Sample(TaskReopen.self, #"{"id":3}"#),
        Sample(TaskReopen.self, #"{"title":"Report"}"#),
        Sample(TaskSkip.self, #"{"id":3}"#),
        Sample(TaskSkip.self, #"{"title":"Report","occurrence":"2026-11-21"}"#),
        Sample(TaskSnooze.self, #"{"id":3,"until":"tomorrow 9:00"}"#),
        Sample(TaskSnooze.self, #"{"title":"Report","minutes":10080}"#),
        Sample(TimerExtend.self, #"{"minutes":-1440}"#),
        Sample(TimerFinish.self, "{}"),
        Sample(TimerEdit.self, #"{"category":"Work","taskId":null}"#), Sample(TimerEdit.self, #"{"taskId":3}"#),
        Sample(TimerEdit.self, #"{"task":"Report"}"#),
        Sample(TimerGet.self, "{}"),
        Sample(DrillStart.self, #"{"deck":"flags","level":"basic","language":"ja","restart":true}"#),
        Sample(DrillAnswer.self, #"{"question":1,"place":0,"drill":7}"#),
        Sample(TimerPause.self, "{}"),
        Sample(TimerResume.self, "{}"),
        Sample(TimerResume.self, #"{"countAbsence":true}"#),
        Sample(TimerSkip.self, "{}"),
        Sample(TimerStart.self, "{}"),
        Sample(TimerStart.self, #"{"phase":"focus","category":"Work","taskId":3,"minutes":1440,"restart":true}"#),
        Sample(TimerStart.self, #"{"task":"Report"}"#),
        Sample(TimerStart.self, #"{"ago":10,"idle":"count","open":true}"#),
        Sample(TimerStart.self, #"{"phase":"rest","minutes":1}"#),
        Sample(TimerStop.self, "{}"),
        Sample(TimerToggle.self, "{}"),
    ]

    private static let values = [
        Sample(Category.self, #"{"id":1,"uid":"00000000-0","name":"Default","color":"green","position":0}"#),
        Sample(
            EventMessage.self,
            #"{"seq":7,"at":"2026-11-21T09:01:00.000+09:00","recorded":null,"type":"timer.started","text":"Started focus","data":{"b":[1,null],"a":1.5}}"#
        ),
        Sample(FocusTimer.self, timerText), Sample(FocusTimer.self, openTimerText),
        Sample(FocusTimer.self, pausedTimerText),
        Sample(FocusTimer.self, stoppedTimerText),
        Sample(Garden.self, gardenText),
        Sample(GardenStatus.self, statusText),
        Sample(HealthCheck.self, #"{"name":"bus","verdict":"ok","detail":"there"}"#),
        Sample(HealthCheck.self, #"{"name":"bus","verdict":"failed","detail":"gone","advice":"log in"}"#),
        Sample(
            Hello.self,
            #"{"server":"gardend","version":"9.9.9","protocol":{"major":1,"minor":0},"pid":42,"seq":7,"limits":\#(limitsText),"features":["timer"]}"#
        ),
        Sample(ListedCategory.self, #"{"id":2,"uid":"a1b2c3d4-7","name":"Work","color":"red","position":1,"open":3}"#),
        Sample(PointsSummary.self, pointsText),
        Sample(ProtocolVersion.self, #"{"major":1,"minor":2}"#),
        Sample(Rate.self, rateText),
        Sample(Rate.self, lowestRateText),
        Sample(ReloadReport.self, #"{"changed":["day.start_hour"]}"#),
        Sample(ReloadReport.self, #"{"changed":[],"problems":["a.toml: entries is missing"]}"#),
        Sample(
            Drill.self,
            #"""
            {"id":7,"deck":"flags","language":null,"level":"basic","question":2,"of":10,\#
            "asked":{"text":"Japan","say":"Japan","language":"en"},"places":[{"text":"🇯🇵"},{"text":"🇫🇷"}],"mistakes":1,\#
            "missed":[{"text":"Peru","say":"Peru","language":null}],"elapsedMilliseconds":1500,\#
            "limitMilliseconds":60000,"endsAt":"2026-11-21T09:25:00.000+09:00","outcome":"gameOver","stars":[1,3],\#
            "newStars":[3],"isRecord":true,"opened":"advanced-4"}
            """#),
        Sample(
            DrillLevel.self,
            #"""
            {"id":"row-a","group":"a","questions":10,"choices":5,"limitSeconds":60,"penalty":"shuffle","starSeconds":20,\#
            "locked":false,"record":{"bestMilliseconds":null,"stars":[],"runs":2,"clears":0}}
            """#),
        Sample(
            Session.self,
            """
            {"id":1,"uid":"a1b2c3d4-9","start":"2026-11-21T09:00:00.000+09:00","end":"2026-11-21T09:25:00.000+09:00","day":"2026-11-21",\
            "seconds":1500,"minutes":25,"category":"Work","categoryId":2,"categoryUid":"a1b2c3d4-7","taskId":null,"taskTitle":"Report","note":"alone","outcome":"completed","source":"timer","unattended":true,\
            "exp":1,"points":5,"pauses":[["2026-11-21T09:10:00.000+09:00","2026-11-21T09:20:00.000+09:00"]]}
            """),
        Sample(SettingsReport.self, #"{"file":null,"values":{},"changed":[]}"#),
        Sample(
            SettingsReport.self,
            #"{"file":"/a/config.toml","values":{"day.start_hour":4,"rate.tiers":[{"from":0,"rate":1.0}]},"changed":["x"]}"#
        ),
        Sample(Subscription.self, #"{"snapshot":\#(statusText),"seq":7,"ignored":["no.such"]}"#),
        Sample(TaskChanged.self, taskText),
        Sample(
            TaskChanged.self,
            taskText.dropLast()
                + """
                ,"paid":500,"exp":1,"completed":"2026-11-14","skipped":{"count":2,"first":"2026-11-15","last":"2026-11-16"},\
                "missed":5,"since":"2026-11-16T09:00:00.000+09:00","dueAt":"2026-11-20T09:00:00.000+09:00"}
                """),
        Sample(TaskCounts.self, tasksText),
        Sample(PresenceReport.self, #"{"presence":"locked","source":"set"}"#),
        Sample(PresenceReport.self, #"{"presence":"unknown","source":"login"}"#),
        Sample(
            LockQuestion.self,
            #"{"lockedAt":"2026-11-21T09:10:00.000+09:00","unlockedAt":"2026-11-21T09:40:00.000+09:00","#
                + #""lockedSeconds":900,"sessionId":null,"category":"Work","kind":"idle"}"#),
        Sample(
            Question.self,
            #"{"kind":"idle","sessions":[7],"seconds":900,"since":"2026-11-21T09:10:00.000+09:00","#
                + #""answers":["keep","discard","untilIdle"]}"#),
        Sample(
            LockResolution.self,
            "{\"answer\":\"untilLock\",\"session\":null,\"timer\":\(timerText),\"removed\":[],\"missingPoints\":0}"),
        Sample(TaskCounts.self, noTasksText),
        Sample(
            TaskDone.self,
            """
            {"task":\(taskText),"paid":500,"exp":1,"balance":500,"skipped":{"count":1,"first":"2026-11-15",\
            "last":"2026-11-15"},"next":"2026-11-21T09:00:00.000+09:00"}
            """),
        Sample(
            TaskDone.self, #"{"task":\#(closedTaskText),"paid":0,"exp":0,"balance":0,"skipped":null,"next":null}"#),
        Sample(TaskItem.self, taskText),
        Sample(TaskItem.self, closedTaskText),
        Sample(TaskPage.self, #"{"tasks":[\#(taskText),\#(closedTaskText)],"more":true,"next":4}"#),
        Sample(TaskPage.self, #"{"tasks":[],"more":false,"next":null}"#),
        Sample(TaskPage.self, #"{"tasks":[],"more":false,"next":null,"counts":\#(noTasksText),"hidden":2}"#),
        Sample(
            TaskCompletion.self,
            #"{"id":9,"task":\#(taskText),"at":"2026-11-21T09:00:00.000+09:00","day":"2026-11-21","occurrence":"2026-11-20","paid":-5,"exp":0}"#
        ),
        Sample(
            TaskCompletionPage.self,
            #"{"completions":[{"id":9,"task":\#(closedTaskText),"at":"2026-11-21T09:00:00.000+09:00","day":"2026-11-21","occurrence":null,"paid":5,"exp":1}],"more":true,"next":9}"#
        ),
        Sample(TaskCompletionPage.self, #"{"completions":[],"more":false,"next":null}"#),
        Sample(UnreadText.self, #"{"text":"tomorrow 25:00","problem":"there is no time"}"#),
        Sample(ReachedLevel.self, #"{"category":"Home","level":2}"#),
        Sample(UnderstoodText.self, #"{"text":"~2","meaning":"estimate 2 focus sessions"}"#),
        Sample(
            QuickAddedTask.self,
            #"{"task":\#(taskText),"understood":[{"text":"+5","meaning":"pays 5 points"}],"datesInTitle":["friday"],"unsetReminder":"remind me","tagsInTitle":["+a"],"problems":[{"text":"!x","problem":"no"}]}"#
        ),
        Sample(
            TasksMoved.self,
            """
            {"from":"Work","fromId":2,"fromUid":"a1b2c3d4-7","to":"Default","toId":1,"toUid":"00000000-0","ids":[3,1]}
            """),
        Sample(TasksRescheduled.self, #"{"ids":[1,3]}"#),
        Sample(
            TaskDayNotice.self,
            #"{"day":"2026-11-21","due":1,"overdue":1,"ids":[3,1],"titles":["Report","Milk"],"missed":true}"#),
        Sample(
            Today.self,
            """
            {"day":"2026-11-21","startsAt":"2026-11-21T04:00:00.000+09:00","endsAt":"2026-11-22T04:00:00.000+09:00",\
            "timezone":"Asia/Tokyo"}
            """),
        Sample(Verification.self, #"{"events":7,"ok":true}"#),
        Sample(Verification.self, #"{"events":7,"ok":false,"firstBad":3,"problem":"its digest differs"}"#),
        Sample(WireLimits.self, limitsText),
    ]

    // MARK: Tests

    @Test(arguments: requests + values)
    func everySampleRoundTrips(sample: Sample) throws {
        let json = try JSON.parse(sample.text)
        let value = try sample.type.init(json: json)
        #expect(value.json.text == sample.text)
        #expect(try sample.type.init(json: value.json).encoded == value.encoded)
    }

    @Test(arguments: requests)
    func everyRequestRefusesUnknownNames(sample: Sample) throws {
        guard case .object(var object) = try JSON.parse(sample.text) else {
            throw ValidationError(problem: "is no object")
        }
        object.append("nobody", 1)
        // A later client can say more about itself.
        guard sample.type != DaemonHello.self else {
            #expect(try sample.type.init(json: .object(object)).json.text == sample.text)
            return
        }
        let mismatch = try #require(throws: ValidationError.self) { try sample.type.init(json: .object(object)) }
        #expect(mismatch.param == "nobody")
    }

    @Test(arguments: values)
    func everyAnswerIgnoresUnknownNames(sample: Sample) throws {
        guard case .object(var object) = try JSON.parse(sample.text) else {
            throw ValidationError(problem: "is no object")
        }
        object.append("nobody", 1)
        #expect(try sample.type.init(json: .object(object)).json.text == sample.text)
    }

    @Test(arguments: requests + values)
    func theSchemaContainsEveryMember(sample: Sample) throws {
        guard case .object(let object) = try JSON.parse(sample.text),
            case .object(let properties)? = sample.type.definition["properties"]
        else { throw ValidationError(problem: "is no object") }
        let names = properties.members.map(\.name)
        #expect(object.members.allSatisfy { names.contains($0.name) })
        #expect(Set(names).count == names.count)
        for required in sample.type.definition["required"]?.arrayValue ?? [] {
            #expect(object[required.stringValue ?? ""] != nil, "\(required.text)")
        }
    }

    @Test func everyRequestHasAUniqueName() {
        let types = Self.requests.compactMap { $0.type as? any Request.Type }
        #expect(types.count == Self.requests.count)
        let methods = Set(types.map { $0.method })
        let expected: Set = [
            "category.add", "category.edit", "category.list", "category.merge", "category.move", "category.remove",
            "daemon.doctor", "daemon.hello", "daemon.reload", "daemon.status", "day.get", "drill.answer", "drill.start",
            "events.subscribe",
            "events.unsubscribe",
            "garden.list", "journal.list", "journal.verify", "rpc.discover", "settings.get", "task.add",
            "task.completions",
            "task.done",
            "task.doneAll", "task.edit", "task.get", "task.list", "task.move", "task.next", "task.occurrences",
            "task.quickAdd", "task.remove", "task.skip", "task.snooze", "task.undone", "timer.edit", "timer.extend",
            "timer.finish",
            "timer.get",
            "timer.pause",
            "timer.resume", "timer.skip", "timer.start", "timer.stop", "timer.toggle",
        ]
        #expect(methods == expected)
    }

    @Test(
        arguments: [
            (EventsSubscribe.self, #"{"since":-1}"#, "since must be an integer of at least 0, not -1"),
            (JournalList.self, #"{"since":-1}"#, "since must be an integer of at least 0, not -1"),
            (JournalList.self, #"{"limit":0}"#, "limit must be an integer from 1 to 1000 events, not 0"),
            (JournalList.self, #"{"limit":1001}"#, "limit must be an integer from 1 to 1000 events, not 1001"),
            (
                JournalList.self, #"{"types":"a"}"#,
                #"types must be a list of at most 100 words of 100 characters, not "a""#
            ),
            (
                DaemonHello.self, #"{"client":"a\nb"}"#,
                "client contains U+000A LINE FEED, which is a control character and is not allowed"
            ),
            (TimerGet.self, #"{"id":1}"#, "id is unknown; no parameters are allowed"),
        ] as [(any WireObject.Type, String, String)])
    func requestsEnforceTheirBounds(type: any WireObject.Type, text: String, message: String) throws {
        let json = try JSON.parse(text)
        let mismatch = try #require(throws: ValidationError.self) { try type.init(json: json) }
        #expect(mismatch.message == message)
    }
}
