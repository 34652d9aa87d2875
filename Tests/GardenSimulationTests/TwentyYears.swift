import GardenAPI
import GardenCore
import GardenEngine
import GardenStore
import TestSupport
import Testing
import TimeKit

/// Twenty years of a household in one zone: it spends, earns and takes notes when it feels like it, and its machine runs,
/// sleeps, is switched off or loses its daemon in between.
final class TwentyYears {
    private static let daySeconds = 86_400
    private static let years = 20
    /// RULES A6.
    private static let retentionDays = 30

    private let label: String
    private let start: Int
    private let end: Int
    private var now: Int
    private let wall: ZdumpCalendar
    private var generator: SeededGenerator
    private let store: JournalStore
    private let archive = RecordingArchive()
    private var machine: VirtualMachine!
    private var model: HouseholdModel
    /// The future days, by the wall clock.
    private var toCome: ArraySlice<(day: CalendarDay, begins: Int)>
    private let crossings: [(day: CalendarDay, begins: Int)]
    /// The texts of the files that must have been written.
    private var expectedFiles: [CalendarDay: String] = [:]
    private var sent: [[UInt8]] = []
    private var nextId = 0

    init(zone: String, from year: Int, seed: UInt64) throws {
        label = "\(zone) from \(year), seed \(seed)"
        generator = SeededGenerator(seed: seed)
        wall = try ZdumpCalendar(zone)
        let firstDay = try #require(CalendarDay(year: year, month: 1, day: 1)).daysSinceEpoch
        // Noon or so, somewhere in the middle of a day.
        start = firstDay * Self.daySeconds + generator.below(Self.daySeconds)
        now = start
        end = start + Self.years * 365 * Self.daySeconds
        var crossings: [(day: CalendarDay, begins: Int)] = []
        for begin in stride(from: start, to: end, by: 100 * Self.daySeconds) {
            crossings += wall.days(after: begin, through: min(end, begin + 100 * Self.daySeconds))
        }
        self.crossings = crossings
        toCome = crossings[...]
        // The day it starts in: the last one to have begun.
        model = HouseholdModel(
            today: try #require(wall.days(after: start - 4 * Self.daySeconds, through: start).last).day)
        store = try JournalStore.inMemory()
        let zones = ZoneDirectory()
        let rules = try zones.load(named: zone)
        let setup = VirtualMachine.Setup(
            start: Instant(milliseconds: start * 1000), zone: rules, names: .test,
            readSettings: { .standard }, loadZone: { _ in rules })
        machine = try VirtualMachine(setup, store: store, archive: archive) { [unowned self] in
            sent.append($0)
        }
        try ask("shop.add", ["name": "Tea", "price": 333])
        try ask("shop.add", ["name": "Coat", "price": 2749, "countsAsSpending": true])
    }

    func live() throws {
        while now < end {
            try pass()
            try check()
            guard generator.chance(45) else { continue }
            for _ in 0...generator.below(3) { try live(one: generator.below(8)) }
            try check()
        }
        try checkAll()
    }

    // MARK: Actions

    /// Time passes in one of the possible ways, mostly hours, and at times weeks.
    private func pass() throws {
        let day = Self.daySeconds
        let seconds: Int
        switch generator.below(20) {
        case 0: seconds = generator.below(45 * day)
        case 1..<8: seconds = generator.below(day)
        default: seconds = day + generator.below(9 * day)
        }
        // To the second before a day begins and to the second at which it does, at times.
        let exact = toCome.first { $0.begins > now + seconds }.map { $0.begins - now - generator.below(2) }
        let passed = min(generator.chance(20) ? exact ?? seconds : seconds, end - now)
        let word = generator.pick(["advance", "advance", "advance", "sleep", "down", "reboot"])
        sent = []
        try machine.take(.text(JSON.object(JSONObject([(word, .integer(passed))])).encoded))
        now += passed
        while let next = toCome.first, next.begins <= now {
            model.begin(next.day, wall.label(next.begins))
            toCome.removeFirst()
        }
        for (day, lines) in model.ended where day >= model.today.advanced(by: -Self.retentionDays) {
            expectedFiles[day] = lines.map { $0 + "\n" }.joined()
        }
        model.forgetEnded()
    }

    private func live(one kind: Int) throws {
        let time = wall.label(now)
        switch kind {
        case 0, 1:
            let text = generator.pick(["woke early", "Ärger 囲碁", "[] – →"])
            try ask("log.note", ["text": .string(text)])
            model.note(text, time)
        case 2:
            let amount = model.balance < 20_000 ? 1 + generator.below(9000) : -generator.below(5000) - 1
            try ask("points.adjust", ["amount": .integer(amount), "reason": "chores"])
            model.adjust(amount, "chores", time)
        case 3, 4:
            let amount = 1 + generator.below(9000)
            try ask("rate.add", ["amount": .integer(amount)])
            model.spend(amount, time)
        case 5:
            let amount = -1 - generator.below(4000)
            let isRefused = model.refuses(amount)
            try ask("rate.add", ["amount": .integer(amount)], isRefused: isRefused)
            if !isRefused { model.spend(amount, time) }
        case 6:
            let (name, base) = generator.pick([("Tea", 333), ("Coat", 2749)])
            let isRefused = model.price(of: base) > model.balance
            try ask("shop.buy", ["name": .string(name)], isRefused: isRefused)
            if !isRefused { model.buy(name, base: base, counts: name == "Coat", time) }
        default:
            guard let purchase = model.purchases.last else { return }
            try ask("shop.refund", ["purchaseId": .integer(purchase.id)])
            model.refundLast(time)
        }
    }

    private func ask(_ method: String, _ params: JSON, isRefused: Bool = false) throws {
        nextId += 1
        sent = []
        try machine.take(.text(LineWriter.request(id: .integer(nextId), method: method, params: params.encoded)))
        let answer = try #require(sent.first { $0.starts(with: Self.answerBegins) }, "\(label): \(method)")
        let isError = answer.dropFirst(Self.answerBegins.count + "\(nextId)".utf8.count).starts(with: Self.errorBegins)
        #expect(isError == isRefused, "\(label), at \(now): \(String(decoding: answer, as: UTF8.self))")
    }

    private static let answerBegins = Array("{\"jsonrpc\":\"2.0\",\"id\":".utf8)
    private static let errorBegins = Array(",\"error\"".utf8)

    // MARK: Invariants

    private func check() throws {
        let state = try #require(machine.engine).state
        #expect(state.day.day == model.today, "\(label), at \(now)")
        let actual = [state.points.balance, state.rate.meter, state.rate.floor, state.rate.tier, state.rate.daysLeft]
        #expect(actual == [model.balance, model.meter, model.floor, model.tier, model.daysLeft], "\(label), at \(now)")
    }

    private func checkAll() throws {
        let events = try store.events(after: 0, limit: 20_000, types: ["day.rolledOver"])
        let publisher = try #require(machine.engine).publisher
        let actual = try events.map { event in
            let data = try JSON.parse(publisher.message(event))["data"]
            return "\(data?["day"]?.stringValue ?? "?") at \(event.at.instant.milliseconds)"
        }
        #expect(actual == crossings.map { "\($0.day) at \($0.begins * 1000)" }, "\(label)")
        #expect(zip(actual, actual.dropFirst()).allSatisfy { $0 < $1 }, "\(label): the days do not increase")
        #expect(Set(archive.everKept.keys) == Set(expectedFiles.keys), "\(label): other files than days with lines")
        for (day, text) in expectedFiles {
            #expect(archive.everKept[day].map { String(decoding: $0, as: UTF8.self) } == text, "\(label): \(day)")
        }
        let first = model.today.advanced(by: -Self.retentionDays)
        #expect(Set(archive.files.keys) == Set(expectedFiles.keys.filter { $0 >= first }), "\(label): what is kept")
    }
}

/// An archive that also remembers the files it has removed.
private final class RecordingArchive: Archive {
    private let archive = MemoryArchive()
    private(set) var everKept: [CalendarDay: [UInt8]] = [:]

    var files: [CalendarDay: [UInt8]] { archive.files }

    func keep(_ lines: [LogLine], of day: CalendarDay) throws(StoreError) -> Int {
        let count = try archive.keep(lines, of: day)
        everKept[day] = archive.files[day]
        return count
    }

    func prune(before day: CalendarDay) throws(StoreError) { try archive.prune(before: day) }
}
