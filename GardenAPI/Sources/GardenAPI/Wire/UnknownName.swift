/// The error for a name that no field has.
enum UnknownName {
    /// More names than this are not listed.
    private static let mostListed = 12

    static func problem(of name: String, among names: [String]) -> ValidationError {
        let excerpt = name.beginning
        guard !names.isEmpty else {
            return ValidationError(path: [excerpt], problem: "is unknown; no parameters are allowed")
        }
        let hint = Suggestion.nearest(to: name, among: names).map { "did you mean \($0)?" }
        if names.count > mostListed, let hint {
            return ValidationError(path: [excerpt], problem: "is unknown (\(hint))")
        }
        let parts = ["is unknown;", hint, "allowed: \(allowed(names, like: name))"].compactMap(\.self)
        return ValidationError(path: [excerpt], problem: parts.joined(separator: " "))
    }

    /// The names; of many with sections, those of the same section, or the sections.
    private static func allowed(_ names: [String], like name: String) -> String {
        func section(_ name: String) -> Substring { name.prefix { $0 != "." } }
        guard names.count > mostListed, names.allSatisfy({ $0.contains(".") }) else {
            return names.joined(separator: ", ")
        }
        let near = names.filter { section($0) == section(name) }
        if !near.isEmpty { return near.joined(separator: ", ") }
        let sections = names.map(section).reduce(into: [Substring]()) { if $0.last != $1 { $0.append($1) } }
        return sections.map { "\($0).…" }.joined(separator: ", ")
    }
}
