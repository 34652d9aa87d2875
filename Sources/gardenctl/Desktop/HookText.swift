import GardenAPI
import TextKit

/// The hooks by event, with their problems.
func hooksText(_ hooks: [Hook], _ style: Style) -> String {
    guard !hooks.isEmpty else {
        return "There are no hooks. A hook is a program in the directory hooks beside the configuration file "
            + "(gardenctl config path), named after an event, such as focus.completed."
    }
    let width = hooks.map { printable($0.event).columns }.max() ?? 0
    return hooks.map { hook in
        let line = style.hanging("\(printable(hook.event).padded(to: width))  ", style.bold(printable(hook.file)))
        let indent = "".padded(to: width + 2)
        if let problem = hook.problem {
            return "\(line)\n\(style.hanging(indent, style.failure("not started: \(printable(problem))")))"
        }
        if let failure = hook.failure {
            return "\(line)\n\(style.hanging(indent, style.warning("failed: \(printable(failure))")))"
        }
        if let dropped = hook.dropped {
            let text = "\(dropped.counted("run")) dropped, because too many waited"
            return "\(line)\n\(style.hanging(indent, style.warning(text)))"
        }
        return line
    }.joined(separator: "\n")
}

/// What hooks did in a test.
func hookTestText(_ report: HookTestReport, _ style: Style) -> String {
    ([style.dim("input: \(printable(report.input))")] + report.runs.map { runText($0, style) }).joined(separator: "\n")
}

private func runText(_ run: HookRun, _ style: Style) -> String {
    var lines = [style.bold(printable(run.file))]
    let output = run.output.hasSuffix("\n") ? String(run.output.dropLast()) : run.output
    if !output.isEmpty {
        lines += output.split(separator: "\n", omittingEmptySubsequences: false).map { "  \(printable(String($0)))" }
    }
    if run.omittedBytes > 0 { lines.append(style.dim("  … \(run.omittedBytes.counted("byte")) more")) }
    let time = "\(run.milliseconds) ms"
    lines.append(
        run.problem.map { style.failure("  \(printable($0)) (\(time))") } ?? style.success("  succeeded (\(time))"))
    return lines.joined(separator: "\n")
}
