import GardenAPI

/// The checks with their verdicts, one per line, each with its advice below.
func checksText(_ checks: [HealthCheck], _ style: Style) -> String {
    let nameWidth = checks.map { printable($0.name).columns }.max() ?? 0
    return checks.map { check in
        let name = printable(check.name).padded(to: nameWidth)
        let line = style.hanging("\(mark(check.verdict, style))  \(name)  ", printable(check.detail))
        guard let advice = check.advice else { return line }
        let indentation = "".padded(to: 9 + nameWidth + 2)
        return "\(line)\n\(style.hanging(indentation, "→ \(printable(advice))"))"
    }.joined(separator: "\n")
}

private func mark(_ verdict: HealthCheck.Verdict, _ style: Style) -> String {
    let word = verdict.rawValue.padded(to: 7)
    switch verdict {
    case .ok: return style.success(word)
    case .warning: return style.warning(word)
    case .failed: return style.failure(word)
    case .skipped: return style.dim(word)
    }
}
