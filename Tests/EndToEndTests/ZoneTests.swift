import GardenAPI
import Glibc
import Testing
import TimeKit

/// The system's time zone, which changes while a daemon runs (RULES L7, L9).
@Suite(Needs.mounts, Needs.clocks)
struct ZoneTests {
    /// A daemon in a private system in Tokyo's zone, at 03:50 on 2026-03-11.
    private struct Scene {
        let system: OwnSystem
        let home: Home
        let time: MachineTime
        let daemon: Gardend
        let listener: Client
        let client: Client

        init(config: String = "", prepare: (OwnSystem) throws -> Void = { _ in }) throws {
            system = try OwnSystem(zone: "Asia/Tokyo")
            try prepare(system)
            home = try Home()
            try write(config, to: home.config)
            time = try MachineTime(in: home)
            try time.set(to: "2026-03-11T03:50:00+09:00")
            daemon = try Gardend(in: home, time: time, wrapper: system.wrapper)
            listener = try daemon.subscriber(["topics": ["day.rolledOver", "timezone.changed"]])
            client = try daemon.connect()
        }

        /// The `doctor` check of the zone.
        func check() throws -> HealthCheck? {
            try [HealthCheck](json: client.call("daemon.doctor")).first { $0.name == "timezone" }
        }

        /// The received days and zones, in order.
        func history() throws -> [String] {
            let events = try client.call("journal.list", ["types": ["day.rolledOver", "timezone.changed"]]).arrayValue
            return try (events ?? []).map(description)
        }

        func description(_ event: JSON) throws -> String {
            let text: (String) throws -> String = { try #require(event.at($0)?.stringValue) }
            switch event.type {
            case "day.rolledOver":
                // In the journal its other times are in the zone now in force.
                #expect(try Timestamp(text("at"))?.instant == Timestamp(text("data.startsAt"))?.instant)
                return try "\(text("data.day")) at \(text("at"))"
            default: return try "\(text("data.timezone")) on \(text("data.day"))"
            }
        }

        func nextDescription() throws -> String { try description(#require(listener.nextNotification()?["params"])) }
    }

    // MARK: Changes

    /// How the system's zone is set.
    enum Setting: String, CaseIterable, CustomTestStringConvertible {
        case linkReplaced, linkRemovedAndCreated, fileReplaced, fileWritten, intermediateLinkReplaced, nameWritten
        var testDescription: String { rawValue }

        private func middle(_ system: OwnSystem) -> String { "\(system.link)-here" }

        func prepare(_ system: OwnSystem) throws {
            switch self {
            case .linkReplaced, .linkRemovedAndCreated: break
            case .fileReplaced, .fileWritten, .nameWritten:
                unlink(system.link)
                try write(OwnSystem.rules(of: "Asia/Tokyo"), to: system.link)
                try write("Asia/Tokyo\n", to: system.nameFile)
            case .intermediateLinkReplaced:
                unlink(system.link)
                symlink("localtime-here", system.link)
                symlink(OwnSystem.target("Asia/Tokyo"), middle(system))
            }
        }

        func set(_ zone: String, _ system: OwnSystem) throws {
            switch self {
            case .linkReplaced: try system.set(zone)
            case .linkRemovedAndCreated:
                unlink(system.link)
                symlink(OwnSystem.target(zone), system.link)
            case .fileReplaced:
                try write(OwnSystem.rules(of: zone), to: "\(system.link)~")
                rename("\(system.link)~", system.link)
            case .fileWritten: try write(OwnSystem.rules(of: zone), to: system.link)
            case .intermediateLinkReplaced:
                symlink(OwnSystem.target(zone), "\(middle(system))~")
                rename("\(middle(system))~", middle(system))
            case .nameWritten: try write("\(zone)\n", to: system.nameFile)
            }
        }

        /// How the daemon learns of the zone: by its name, its rules, or both.
        var reports: (name: Bool, rules: Bool) {
            switch self {
            case .linkReplaced, .linkRemovedAndCreated: (true, true)
            case .fileReplaced, .fileWritten, .intermediateLinkReplaced: (false, true)
            case .nameWritten: (true, false)
            }
        }
    }

    @Test("L9: a zone change applies immediately, for every way to set it", arguments: Setting.allCases)
    func aZoneChangeAppliesImmediately(way: Setting) throws {
        let scene = try Scene(prepare: way.prepare)
        let reports = way.reports
        var expected: [String] = []
        func expect(_ event: String, if isReported: Bool = true) throws {
            guard isReported else { return }
            #expect(try scene.nextDescription() == event)
            expected.append(event)
        }
        // The time there is 08:50, so the new day has begun.
        try way.set("Pacific/Kiritimati", scene.system)
        try expect("Pacific/Kiritimati on 2026-03-10", if: reports.name)
        try expect("2026-03-11 at 2026-03-11T04:00:00.000+14:00", if: reports.rules)
        if reports.name {
            try way.set("Asia/Tokyo", scene.system)
            try expect("Asia/Tokyo on 2026-03-1\(reports.rules ? 1 : 0)")
        }
        try scene.time.pass(seconds: 24 * 3600 + 1200)
        try expect("2026-03-11 at 2026-03-11T04:00:00.000+09:00", if: !reports.rules)
        try expect("2026-03-12 at 2026-03-12T04:00:00.000\(reports.name ? "+09:00" : "+14:00")")
        // It is one change, although several files change.
        #expect(try scene.history() == expected)
    }

    @Test("L9: new zone data applies immediately, also for the zone of the settings", arguments: [true, false])
    func newZoneDataAppliesImmediately(isNamed: Bool) throws {
        let scene = try Scene(config: isNamed ? "[day]\ntimezone = \"Asia/Tokyo\"\n" : "") { system in
            if isNamed { try system.set("Pacific/Honolulu") }
        }
        try scene.system.update("Asia/Tokyo", to: "Pacific/Kiritimati")
        #expect(try scene.nextDescription() == "2026-03-11 at 2026-03-11T04:00:00.000+14:00")
        try scene.time.pass(seconds: 24 * 3600)
        #expect(try scene.nextDescription() == "2026-03-12 at 2026-03-12T04:00:00.000+14:00")
        #expect(try scene.history().count == 2)
    }

    @Test("L9: after the settings name another zone, its data is watched")
    func theZoneDataOfAChangedSettingIsWatched() throws {
        let scene = try Scene()
        try write("[day]\ntimezone = \"Pacific/Honolulu\"\n", to: scene.home.config)
        #expect(try scene.nextDescription() == "Pacific/Honolulu on 2026-03-10")
        // Neither of these is of that zone.
        try scene.system.set("Pacific/Kiritimati")
        try scene.system.update("Asia/Tokyo", to: "Pacific/Kiritimati")
        try scene.system.update("Pacific/Honolulu", to: "Asia/Tokyo")
        try scene.time.pass(seconds: 1200)
        #expect(try scene.nextDescription() == "2026-03-11 at 2026-03-11T04:00:00.000+09:00")
        #expect(try scene.history().count == 2)
    }

    // MARK: Refused

    @Test("L9: unreadable rules keep the old ones in force until they are readable", arguments: [true, false])
    func unreadableRulesKeepTheOldOnesInForce(isMissing: Bool) throws {
        let scene = try Scene()
        let well = HealthCheck("timezone", .ok, "Asia/Tokyo, from the system")
        #expect(try scene.check() == well)
        let file = scene.system.file(of: "Asia/Tokyo")
        let rules = try readBytes(file)
        let problem: String
        if isMissing {
            unlink(scene.system.link)
            problem = "the system has no time zone"
        } else {
            try write([UInt8](rules.prefix(50)), to: file)
            problem = "the time zone Asia/Tokyo ends before its data of version 1"
        }
        #expect(try scene.daemon.manager.receive() == ["STATUS=time zone rejected: \(problem)"])
        #expect(
            try scene.check()
                == HealthCheck(
                    "timezone", .failed, "\(problem); the rules of Asia/Tokyo remain",
                    advice: "set it: timedatectl set-timezone ZONE; without one, gardenctl reload uses UTC"))
        #expect(try scene.client.call("day.get")["timezone"] == "Asia/Tokyo")
        // The rules still work.
        try scene.time.pass(seconds: 1200)
        #expect(try scene.nextDescription() == "2026-03-11 at 2026-03-11T04:00:00.000+09:00")

        if isMissing { try scene.system.set("Asia/Tokyo") } else { try write(rules, to: file) }
        #expect(try scene.daemon.manager.receive() == ["STATUS=serving"])
        #expect(try scene.check() == well)
        #expect(try scene.history().count == 1)
        #expect(try scene.daemon.stop() == .exited(0))
        let log = try readText(scene.home.log)
        #expect(log.split(separator: "\n").count { $0.contains("the old rules remain") } == 1, "\(log)")
    }

    @Test("L9: a system without a zone uses UTC, and one that lost its zone does after a reload")
    func aSystemWithoutAZoneUsesUTC() throws {
        let scene = try Scene()
        unlink(scene.system.link)
        #expect(try scene.daemon.manager.receive().first?.hasPrefix("STATUS=time zone rejected") == true)
        try scene.client.call("daemon.reload")
        #expect(try scene.nextDescription() == "UTC on 2026-03-10")
        #expect(try scene.check() == HealthCheck("timezone", .ok, "UTC, from the system"))
        try scene.daemon.stop()

        let next = try Gardend(in: scene.home, time: scene.time, wrapper: scene.system.wrapper)
        let client = try next.subscriber(["topics": ["timezone.changed"]])
        #expect(try client.call("day.get")["timezone"] == "UTC")
        try scene.system.set("Pacific/Honolulu")
        #expect(try client.event("timezone.changed").at("data.timezone") == "Pacific/Honolulu")
    }

    @Test(
        "L9: $TZ of the daemon comes before the system's zone, and the setting before both",
        arguments: [
            ("Pacific/Honolulu", nil, "Pacific/Honolulu", "TZ in the daemon's environment"),
            (":Pacific/Honolulu", nil, "Pacific/Honolulu", "TZ in the daemon's environment"),
            ("/usr/share/zoneinfo/Pacific/Honolulu", nil, "Pacific/Honolulu", "TZ in the daemon's environment"),
            ("Pacific/Honolulu", "Asia/Tokyo", "Asia/Tokyo", "day.timezone"),
            ("", nil, "Asia/Tokyo", "the system"), (":/etc/localtime", nil, "Asia/Tokyo", "the system"),
        ] as [(String, String?, String, String)])
    func theTZVariableComesBeforeTheSystem(
        variable: String, setting: String?, zone: String, origin: String
    ) throws {
        let system = try OwnSystem(zone: "Asia/Tokyo")
        let home = try Home()
        if let setting { try write("[day]\ntimezone = \"\(setting)\"\n", to: home.config) }
        let daemon = try Gardend(in: home, environment: ["TZ": variable], wrapper: system.wrapper)
        let client = try daemon.connect()
        #expect(try client.call("day.get")["timezone"] == .string(zone))
        let check = try [HealthCheck](json: client.call("daemon.doctor")).first { $0.name == "timezone" }
        #expect(check == HealthCheck("timezone", .ok, "\(zone), from \(origin)"))
    }

    @Test("L9: a $TZ that names no zone is ignored, and doctor says so", arguments: ["Mars/Olympus", "CET-1CEST"])
    func aTZWithoutAZoneIsReported(variable: String) throws {
        let system = try OwnSystem(zone: "Asia/Tokyo")
        let daemon = try Gardend(in: Home(), environment: ["TZ": variable], wrapper: system.wrapper)
        let client = try daemon.connect()
        #expect(try client.call("day.get")["timezone"] == "Asia/Tokyo")
        let check = try [HealthCheck](json: client.call("daemon.doctor")).first { $0.name == "timezone" }
        #expect(check?.verdict == .warning)
        #expect(
            check?.detail.hasPrefix("Asia/Tokyo, from the system; TZ: there is no time zone \"\(variable)\"") == true)
    }

    // MARK: Across the boundary

    @Test("L7: Tokyo → Honolulu → Tokyo across the boundary: each day begins once")
    func travellingThereAndBackBeginsEachDayOnce() throws {
        let scene = try Scene()
        try scene.time.pass(seconds: 20 * 60)
        #expect(try scene.nextDescription() == "2026-03-11 at 2026-03-11T04:00:00.000+09:00")
        // 04:10 there, 09:10 of the day before here.
        try scene.system.set("Pacific/Honolulu")
        #expect(try scene.nextDescription() == "Pacific/Honolulu on 2026-03-11")
        // Its own 04:00 of 03-11 passes, and it is 08:50.
        try scene.time.pass(seconds: 23 * 3600 + 40 * 60)
        try scene.system.set("Asia/Tokyo")
        #expect(try scene.nextDescription() == "Asia/Tokyo on 2026-03-11")
        try scene.time.pass(seconds: 20 * 60)
        #expect(try scene.nextDescription() == "2026-03-12 at 2026-03-12T04:00:00.000+09:00")

        // The opposite: the user travels during the day change of the home zone.
        try scene.time.pass(seconds: 23 * 3600 + 40 * 60)
        try scene.system.set("Pacific/Honolulu")
        #expect(try scene.nextDescription() == "Pacific/Honolulu on 2026-03-12")
        try scene.time.pass(seconds: 20 * 60)
        try scene.system.set("Asia/Tokyo")
        #expect(try scene.nextDescription() == "Asia/Tokyo on 2026-03-12")
        #expect(try scene.nextDescription() == "2026-03-13 at 2026-03-13T04:00:00.000+09:00")

        #expect(
            try scene.history() == [
                "2026-03-11 at 2026-03-11T04:00:00.000+09:00", "Pacific/Honolulu on 2026-03-11",
                "Asia/Tokyo on 2026-03-11", "2026-03-12 at 2026-03-12T04:00:00.000+09:00",
                "Pacific/Honolulu on 2026-03-12", "Asia/Tokyo on 2026-03-12",
                "2026-03-13 at 2026-03-13T04:00:00.000+09:00",
            ])
        #expect(try scene.client.call("journal.verify")["ok"] == true)
    }
}
