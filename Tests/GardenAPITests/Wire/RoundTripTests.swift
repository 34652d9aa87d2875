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
        {"phase":"focus","paused":false,"longRest":false,"session":1,"category":"Work","categoryId":2,\
        "categoryUid":"a1b2c3d4-7","taskId":3,"totalSeconds":1500,"elapsedSeconds":60,"remainingSeconds":1440,"startedAt":"2026-11-21T09:00:00.000+09:00",\
        "endsAt":"2026-11-21T09:25:00.000+09:00"}
        """
    private static let stoppedTimerText = """
        {"phase":"stopped","paused":false,"longRest":false,"session":0,"category":null,"categoryId":null,\
        "categoryUid":null,"taskId":null,"totalSeconds":0,"elapsedSeconds":0,"remainingSeconds":0,"startedAt":null,"endsAt":null}
        """
    private static let rateText = """
        {"tier":1,"rate":1.5,"meter":3000,"daysLeft":2,"applied":true,"nextTierFrom":6000,\
        "decaysAt":"2026-11-23T04:00:00.000+09:00"}
        """
    private static let lowestRateText = """
        {"tier":0,"rate":1.0,"meter":0,"daysLeft":0,"applied":false,"nextTierFrom":null,"decaysAt":null}
        """
    private static let gardenText = """
        {"categoryId":1,"categoryUid":"00000000-0","category":"Default","color":"green","exp":12,"level":1,"expInLevel":2,"expToNext":8}
        """
    private static let pointsText = #"{"balance":9223372036854775807,"multiplier":2,"earnedToday":5,"spentToday":-1}"#
    private static let tasksText = #"{"open":3,"dueToday":1}"#
    private static let statusText = """
        {"now":"2026-11-21T09:01:00.000+09:00","day":"2026-11-21","timezone":"Asia/Tokyo","seq":7,"stale":false,\
        "timer":\(timerText),"points":\(pointsText),"rate":\(rateText),"gardens":[\(gardenText)],"tasks":\(tasksText)}
        """
    private static let limitsText = """
        {"lineBytes":1048576,"depth":64,"batchEntries":100,"queuedBytes":8388608,"keyCharacters":64,"connections":256}
        """

    private static let requests = [
        Sample(CategoryAdd.self, #"{"name":"Work"}"#),
        Sample(CategoryAdd.self, ##"{"name":"Work","color":"#00FF7F"}"##),
        Sample(CategoryEdit.self, #"{"id":2,"newName":"Study"}"#),
        Sample(CategoryEdit.self, #"{"name":"Work","color":"red"}"#),
        Sample(CategoryList.self, "{}"),
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
        Sample(TimerExtend.self, #"{"minutes":-1440}"#),
        Sample(TimerGet.self, "{}"),
        Sample(TimerPause.self, "{}"),
        Sample(TimerResume.self, "{}"),
        Sample(TimerResume.self, #"{"countAbsence":true}"#),
        Sample(TimerSkip.self, "{}"),
        Sample(TimerStart.self, "{}"),
        Sample(TimerStart.self, #"{"phase":"focus","category":"Work","taskId":3,"minutes":1440,"restart":true}"#),
        Sample(TimerStart.self, #"{"phase":"rest","minutes":1}"#),
        Sample(TimerStop.self, "{}"),
        Sample(TimerToggle.self, "{}"),
    ]

    private static let values = [
        Sample(Category.self, #"{"id":1,"uid":"00000000-0","name":"Default","color":"green","position":0}"#),
        Sample(
            EventMessage.self,
            #"{"seq":7,"at":"2026-11-21T09:01:00.000+09:00","type":"timer.started","data":{"b":[1,null],"a":1.5}}"#),
        Sample(FocusTimer.self, timerText),
        Sample(FocusTimer.self, stoppedTimerText),
        Sample(Garden.self, gardenText),
        Sample(GardenStatus.self, statusText),
        Sample(HealthCheck.self, #"{"name":"bus","verdict":"ok","detail":"there"}"#),
        Sample(HealthCheck.self, #"{"name":"bus","verdict":"failed","detail":"gone","advice":"log in"}"#),
        Sample(
            Hello.self,
            #"{"server":"gardend","version":"9.9.9","protocol":{"major":1,"minor":0},"pid":42,"seq":7,"limits":\#(limitsText),"features":["timer"]}"#
        ),
        Sample(PointsSummary.self, pointsText),
        Sample(ProtocolVersion.self, #"{"major":1,"minor":2}"#),
        Sample(Rate.self, rateText),
        Sample(Rate.self, lowestRateText),
        Sample(ReloadReport.self, #"{"changed":["day.start_hour"]}"#),
        Sample(
            Session.self,
            """
            {"id":1,"uid":"a1b2c3d4-9","start":"2026-11-21T09:00:00.000+09:00","end":"2026-11-21T09:25:00.000+09:00","day":"2026-11-21",\
            "seconds":1500,"minutes":25,"category":"Work","categoryId":2,"categoryUid":"a1b2c3d4-7","taskId":null,"outcome":"completed"}
            """),
        Sample(SettingsReport.self, #"{"file":null,"values":{},"changed":[]}"#),
        Sample(
            SettingsReport.self,
            #"{"file":"/a/config.toml","values":{"day.start_hour":4,"rate.tiers":[{"from":0,"rate":1.0}]},"changed":["x"]}"#
        ),
        Sample(Subscription.self, #"{"snapshot":\#(statusText),"seq":7,"ignored":["no.such"]}"#),
        Sample(TaskCounts.self, tasksText),
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
            "category.add", "category.edit", "category.list", "category.move", "category.remove", "daemon.doctor",
            "daemon.hello", "daemon.reload", "daemon.status", "day.get", "events.subscribe", "events.unsubscribe",
            "garden.list", "journal.list", "journal.verify", "rpc.discover", "settings.get", "timer.extend",
            "timer.get",
            "timer.pause", "timer.resume", "timer.skip", "timer.start", "timer.stop", "timer.toggle",
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
