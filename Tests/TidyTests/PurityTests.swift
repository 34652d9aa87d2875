import Testing

/// Calls that read a clock, a random source or the environment, wait, or print.
private let impure = [
    "Date()", "Date.now", "Date(timeIntervalSinceNow", "ContinuousClock", "SuspendingClock", "DispatchTime",
    "DispatchWallTime", "clock_gettime", "time(nil)", "gettimeofday", "UUID()", "Task {", "Task(", "Task.", "async",
    "await", "print(", "debugPrint(", "getenv", "ProcessInfo", ".random(", ".random()", "SystemRandomNumberGenerator",
    ".shuffled()", ".shuffle()", ".randomElement()", "arc4random",
]

private func impurities(in source: SourceText) -> [String] {
    impure.flatMap { source.places(of: $0) }
}

/// Time, chance and the environment come as arguments (design ideas 2 and 3).
@Suite struct PurityTests {
    @Test(arguments: ["DatePhrases", "Recurrence", "GardenAPI", "GardenCore", "GardenEngine"])
    func theCoreReadsNoClockRandomnessOrEnvironment(target: String) throws {
        #expect(try Repository.sources(of: target).flatMap(impurities) == [])
    }

    // MARK: The rule itself

    @Test(arguments: [
        "let now = Date()", "a(Date.now)", "let clock = ContinuousClock()", "SuspendingClock().now", "time(nil)",
        "clock_gettime(CLOCK_REALTIME, &now)", "gettimeofday(&a, nil)", "let id = UUID()", "Task { a() }",
        "Task.detached { }", "func a() async -> Int", "func a() async throws", "try await a()", "print(a)",
        "getenv(\"A\")", "ProcessInfo.processInfo", "Int.random(in: 0..<1)", "var g = SystemRandomNumberGenerator()",
        "a.shuffled()", "a.randomElement()", "\"\\(Date())\"",
    ])
    func impureCodeIsFound(code: String) {
        let source = SourceText(path: "a.swift", "let a = 1\n\(code)\n")
        #expect(impurities(in: source).contains("a.swift:2: \(code)"))
    }

    @Test(arguments: [
        "let now = machine.now", "func a(now: Moment)", "a.now.wall", "// Date()", "let a = \"Date()\"", "yearlyDate()",
        "TaskItem.self", "TaskItem(title: a)", "fingerprint(a)", "let asynchronous = 1", "/* await */",
    ])
    func pureCodeIsNotReported(code: String) {
        #expect(impurities(in: SourceText(path: "a.swift", "\(code)\n")) == [])
    }
}
