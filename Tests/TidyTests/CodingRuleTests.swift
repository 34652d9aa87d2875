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

@Suite struct CodingRuleTests {
    @Test func codeThatMayTrapOrRaceHasAComment() throws {
        #expect(try Repository.sources(in: "Sources").flatMap(unexplained) == [])
    }

    @Test func noSourceHasATodoComment() throws {
        #expect(try Repository.sources(in: "Sources").flatMap(todoComments) == [])
    }

    @Test(arguments: ["Sources", "Tests"])
    func noCodeSleeps(folder: String) throws {
        #expect(try Repository.sources(in: folder).flatMap(sleeps) == [])
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
}
