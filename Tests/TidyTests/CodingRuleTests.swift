import Testing

/// The places of words that need a reason, and have no comment beside them.
private func unexplained(in source: SourceText) -> [String] {
    source.lines.indices.filter { index in
        let line = source.lines[index]
        let isExplainedAbove = index > 0 && source.lines[index - 1].hasComment
        if ["try!", "fatalError"].contains(where: { line.code.hasWord($0) }) {
            return !line.hasComment && !isExplainedAbove
        }
        if ["@unchecked Sendable", "nonisolated(unsafe)"].contains(where: { line.code.hasWord($0) }) {
            return !isExplainedAbove
        }
        return false
    }.map(source.place)
}

/// Postponed work is an issue, not a note in the code.
private func todoComments(in source: SourceText) -> [String] {
    source.lines.indices.filter { index in
        ["TODO", "FIXME"].contains { source.lines[index].raw.hasWord($0) }
    }.map(source.place)
}

/// A method of our own may be called `sleep`; the C functions and those of Thread and Task may not be called.
private func sleeps(in source: SourceText) -> [String] {
    let names = ["Thread.sleep", "Task.sleep", "Glibc.sleep", "usleep(", "nanosleep("]
    return source.lines.indices.filter { index in
        let code = source.lines[index].code
        return names.contains { code.hasWord($0) }
            || code.hasWord("sleep(") { !$0.hasSuffix(".") && !$0.hasSuffix("case ") && !$0.hasSuffix("func ") }
    }.map(source.place)
}

/// A limit counts from when a test is scheduled, so beside other tests it measures the machine.
private func timeLimits(in source: SourceText) -> [String] {
    source.lines.indices.filter { source.lines[$0].code.contains(".timeLimit(") }.map(source.place)
}

/// A poll(2) of nothing is a sleep by another name. A test that needs one says why.
private func unexplainedPauses(in source: SourceText) -> [String] {
    source.lines.indices.filter { index in
        let line = source.lines[index]
        guard line.code.filter({ $0 != " " }).contains("poll(nil,0") else { return false }
        return !line.hasComment && (index == 0 || !source.lines[index - 1].hasComment)
    }.map(source.place)
}

/// Descriptors that each child process would inherit, which keeps what they lead to open: a reader of a pipe then waits for the end
/// of a program that knows nothing of it. To set the flag afterwards is too late, while other threads start programs.
private func inheritedDescriptors(in source: SourceText) -> [String] {
    // Only the system's functions are called with these constants; one of ours may have the same name.
    let flagged = [("open(", "O_"), ("socket(", "AF_"), ("socketpair(", "AF_")]
    let unflagged = ["pipe(", "accept(", "dup("]
    return source.lines.indices.filter { index in
        let code = source.lines[index].code
        func calls(_ name: String) -> Bool {
            code.hasWord(name) { before in
                before.hasSuffix("Glibc.") || ![".", "func ", "`"].contains { before.hasSuffix($0) }
            }
        }
        if unflagged.contains(where: calls) { return true }
        guard flagged.contains(where: { calls($0) && code.contains($1) }) else { return false }
        // The kind of a socket may have a line of its own, above.
        return !source.lines[max(0, index - 1)...index].contains { $0.code.contains("CLOEXEC") }
    }.map(source.place)
}

/// Refusals of which a test does not look at the error: it would pass for any reason, also for a wrong one.
///
/// The error is a value, as in `throws: StoreError("the disk is full")`, or the macro's result is used.
private func unnamedRefusals(in source: SourceText) -> [String] {
    source.lines.indices.filter { index in
        let code = source.lines[index].code
        guard let label = code.firstRange(of: "throws: ") else { return false }
        let type = code[label.upperBound...].prefix { $0.isLetter || $0.isNumber || "._() ".contains($0) }
        guard type.contains(".self"), !type.hasPrefix("Never.self") else { return false }
        // The macro may begin on the line above.
        let call = code.contains("#") || index == 0 ? code : source.lines[index - 1].code
        guard let macro = call.firstRange(of: "#") else { return false }
        let before = call[..<macro.lowerBound].filter { $0 != " " }
        let result = before.hasSuffix("try") ? before.dropLast(3) : before[...]
        return !result.hasSuffix("=") && !result.hasSuffix("return")
    }.map(source.place)
}

@Suite struct CodingRuleTests {
    @Test func codeThatMayTrapOrRaceHasAComment() throws {
        #expect(try Repository.production().flatMap(unexplained) == [])
    }

    @Test func noSourceHasATodoComment() throws {
        #expect(try Repository.production().flatMap(todoComments) == [])
    }

    @Test(arguments: ["Sources", "GardenAPI/Sources", "Tests"])
    func noCodeSleeps(folder: String) throws {
        #expect(try Repository.sources(in: folder).flatMap(sleeps) == [])
    }

    @Test func noTestHasATimeLimit() throws {
        #expect(try Repository.sources(in: "Tests").flatMap(timeLimits) == [])
    }

    /// Text from outside passes one gate on its way to a terminal: gardenctl writes through `Output`, which lets pass only our own
    /// sequences. These are all the files that write past it, or that name the descriptors.
    @Test func gardenctlWritesToTheTerminalInOnePlace() throws {
        let sources = try Repository.sources(in: "Sources/gardenctl")
        func files(_ words: String...) -> [String] {
            sources.filter { source in words.contains { !source.places(of: $0).isEmpty } }
                .compactMap { $0.path.split(separator: "/").last.map(String.init) }.sorted()
        }
        // The sequences of full screens.
        #expect(files("writeAsIs") == ["DrillScreen.swift", "FullScreen.swift", "Output.swift"])
        // TerminalModes has constants, for signal handlers; the others start programs, or open the streams.
        #expect(
            files("STDOUT_FILENO", "STDERR_FILENO", "standardOutput", "standardError", "stdout", "stderr") == [
                "BackgroundProgram.swift", "ConfigCommand.swift", "DrillCommand.swift", "Main.swift",
                "ProcessContext.swift",
                "Program.swift", "TerminalModes.swift",
            ])
        #expect(
            files("fputs", "puts", "printf", "debugPrint", "dump", "FileHandle", "Swift.print", "TextOutputStream")
                == [])
        #expect(files("Glibc.write") == ["TerminalModes.swift"])
    }

    /// An argument that cannot be read is an error: no default value replaces it.
    @Test func noArgumentIsReplacedByAnInventedValue() throws {
        let invented = try Repository.sources(in: "Sources/gardenctl").flatMap { source in
            source.lines.indices.filter { index in
                let code = source.lines[index].code
                return code.contains("(try? ") && code.contains(") ?? ") && !code.contains("client.ask")
            }.map(source.place)
        }
        #expect(invented == [])
    }

    @Test func noTestPausesWithoutAReason() throws {
        #expect(try Repository.sources(in: "Tests").flatMap(unexplainedPauses) == [])
    }

    @Test(arguments: ["Sources", "GardenAPI/Sources", "Tests"])
    func noChildInheritsADescriptor(folder: String) throws {
        #expect(try Repository.sources(in: folder).flatMap(inheritedDescriptors) == [])
    }

    @Test func everyExpectedErrorIsNamed() throws {
        // The parser's own tests name the reasons of the texts that a comparison with Foundation refuses.
        let sources = try Repository.sources(in: "Tests").filter {
            !$0.path.hasPrefix("Tests/GardenAPITests/Wire/JSON")
        }
        #expect(sources.flatMap(unnamedRefusals) == [])
    }

    // MARK: The rules themselves

    @Test(arguments: [
        ("try! a()", false), ("// b\ntry! a()", true), ("try! a()  // b", true), ("// b\n\ntry! a()", false),
        ("fatalError(\"// b\")", false), ("fatalError() /* b */", true), ("let a = \"try!\"", true), ("try? a()", true),
        ("final class A: @unchecked Sendable {}", false), ("// b\nfinal class A: @unchecked Sendable {}", true),
        ("final class A: @unchecked Sendable {}  // b", false), ("nonisolated(unsafe) var a = 1", false),
        ("/// b\nnonisolated(unsafe) var a = 1", true), ("nonisolated var a: Int { 1 }", true),
    ])
    func aTrapNeedsAReason(text: String, isFine: Bool) {
        #expect(unexplained(in: SourceText(path: "a.swift", text)).isEmpty == isFine)
    }

    @Test(arguments: [
        ("// TODO: b", false), ("a() // FIXME", false), ("/* TODO */", false), ("// to do", true),
        ("let TODOS = 1", true),
    ])
    func aTodoCommentIsFound(text: String, isFine: Bool) {
        #expect(todoComments(in: SourceText(path: "a.swift", text)).isEmpty == isFine)
    }

    @Test(arguments: [
        ("Thread.sleep(forTimeInterval: 1)", false), ("try await Task.sleep(for: .seconds(1))", false),
        ("usleep(10)", false),
        ("sleep(1)", false), ("Glibc.sleep(1)", false), ("_ = sleep(1)", false), ("nanosleep(&a, nil)", false),
        ("case sleep(milliseconds: Int)", true), ("case .sleep(let milliseconds):", true), ("func sleep(a: Int)", true),
        ("machine.sleep(a)", true), ("fallAsleep(a)", true), ("// sleep(1)", true), ("\"sleep(1)\"", true),
    ])
    func aSleepIsFound(text: String, isFine: Bool) {
        #expect(sleeps(in: SourceText(path: "a.swift", text)).isEmpty == isFine)
    }

    @Test(arguments: [("@Test(.timeLimit(.minutes(1))) func a() {", false), ("let timeLimit = 1", true)])
    func aTimeLimitIsFound(text: String, isFine: Bool) {
        #expect(timeLimits(in: SourceText(path: "a.swift", text)).isEmpty == isFine)
    }

    @Test(arguments: [
        ("poll(nil, 0, 10)", false), ("_ = poll(nil,0,10)", false), ("while a() { poll(nil, 0, 10) }", false),
        ("// a\n\npoll(nil, 0, 10)", false), ("// For a kill.\npoll(nil, 0, 10)", true), ("poll(&a, 1, 10)", true),
    ])
    func aPauseIsFound(text: String, isFine: Bool) {
        #expect(unexplainedPauses(in: SourceText(path: "a.swift", text)).isEmpty == isFine)
    }

    @Test(arguments: [
        ("pipe(&ends)", false), ("guard Glibc.pipe(&ends) == 0 else { a() }", false), ("pipe2(&ends, O_CLOEXEC)", true),
        ("accept(a, nil, nil)", false), ("accept4(a, nil, nil, b)", true), ("dup(a)", false), ("dup2(a, b)", true),
        ("open(path, O_RDONLY)", false), ("open(path, O_RDONLY | O_CLOEXEC)", true), ("try folder.open()", true),
        ("socket(AF_UNIX, kind, 0)", false), ("let kind = SOCK_CLOEXEC\nsocket(AF_UNIX, kind, 0)", true),
        ("socketpair(AF_UNIX, SOCK_CLOEXEC, 0, &ends)", true), ("func pipe() {}", true), ("table.accept(a)", true),
    ])
    func anInheritedDescriptorIsFound(text: String, isFine: Bool) {
        #expect(inheritedDescriptors(in: SourceText(path: "a.swift", text)).isEmpty == isFine)
    }

    @Test(arguments: [
        ("#expect(throws: GardenError.self) { a() }", false), ("try #require(throws: (any Error).self) { a() }", false),
        ("#expect(\n    throws: A.Problem.self) { a() }", false),
        ("#expect(throws: StoreError.self, \"b\") { a() }", false),
        ("b = 1; #expect(throws: A.self) { a() }", false), ("#expect(throws: Never.self) { a() }", true),
        ("let error = #expect(throws: A.self) { a() }", true), ("return try #require(throws: A.self) { a() }", true),
        ("let error = try #require(\n    throws: A.self) { a() }", true),
        ("#expect(throws: StoreError(\"b\")) { a() }", true),
        ("#expect(throws: A.notFound(kind: \"b\", id: 1)) { a() }", true), ("// #expect(throws: A.self)", true),
    ])
    func anUnnamedErrorIsFound(text: String, isFine: Bool) {
        #expect(unnamedRefusals(in: SourceText(path: "a.swift", text)).isEmpty == isFine)
    }
}
