import GardenAPI
import Testing

@testable import gardenctl

/// How hooks and their tests are shown. File names and what programs print may contain anything.
struct HookTextTests {
    private let plain = Style(isColored: false, columns: nil)

    @Test func hooksAreListedWithTheirProblems() {
        let hooks = [
            Hook(
                event: "timer.started", file: "timer.started", path: "/h/timer.started", failure: "exited with status 3"
            ),
            Hook(event: "all", file: "all.d/a\u{1b}[2Jb", path: "/h/all.d/x"),
            Hook(event: "focus.end", file: "focus.end", path: "/h/focus.end", problem: "no event is named focus.end"),
        ]
        #expect(
            hooksText(hooks, plain) == """
                timer.started  timer.started
                               failed: exited with status 3
                all            all.d/a [2Jb
                focus.end      focus.end
                               not started: no event is named focus.end
                """)
        #expect(hooksText([], plain).hasPrefix("There are no hooks. A hook is a program in "))
    }

    @Test func aTestShowsTheInputTheOutputAndTheEnd() {
        let report = HookTestReport(
            input: #"{"seq":7}"#,
            runs: [
                HookRun(file: "all.d/1", output: "one\n\u{1b}[31mtwo\n", omittedBytes: 0, milliseconds: 12),
                HookRun(file: "all.d/2", problem: "exited with status 3", output: "", omittedBytes: 5, milliseconds: 1),
            ])
        #expect(
            hookTestText(report, plain) == """
                input: {"seq":7}
                all.d/1
                  one
                  [31mtwo
                  succeeded (12 ms)
                all.d/2
                  … 5 bytes more
                  exited with status 3 (1 ms)
                """)
    }
}
