import GardenAPI
import GardenCore
import GardenEngine
import TOMLReader

/// What a settings file has.
public nonisolated struct SettingsReading: Equatable, Sendable {
    public var settings: Settings
    /// What is not used, each with its place, in the order of the file: names of a later release, or misspelt ones. Otherwise the
    /// daemon would not start after a step back to an earlier release.
    public var unknown: [String]

    /// The defaults.
    static let standard = SettingsReading(settings: .standard, unknown: [])

    init(settings: Settings, unknown: [String]) { (self.settings, self.unknown) = (settings, unknown) }

    /// Several times as many as there are settings.
    private static let mostValues = 1000
    /// The most values that one message names.
    private static let mostNamed = 10

    /// Reads the text of a file.
    ///
    /// - Parameter path: the file, for messages.
    /// - Throws: all that is wrong, in the order of the file, each with its line.
    init(_ text: String, of path: String) throws(SettingsProblem) {
        let file = try TOMLFile(text, path: path, mostValues: Self.mostValues)
        var known: [(name: String, node: TOMLNode)] = []
        var unknown: [(name: String, node: TOMLNode)] = []
        Self.flatten(file.table) { name, node in
            if Settings.has(name) || Settings.hasSection(name) {
                known.append((name, node))
            } else {
                unknown.append((name, node))
            }
        }
        unknown.sort { $0.node.range.lowerBound < $1.node.range.lowerBound }
        let named = unknown.prefix(Self.mostNamed).map { name, node in
            Problem(start: node.range.lowerBound, "\(file.place(of: node.range)): \(Settings.problem(ofUnknown: name))")
        }
        settings = try Self.settings(known, of: file, besides: named)
        self.unknown = named.map { "\($0.message); it is ignored" }
        let further = unknown.count - Self.mostNamed
        if further > 0 { self.unknown.append("\(path): \(further) more names are unknown; they are ignored") }
    }

    /// What is wrong at a place of the file.
    private struct Problem {
        let start: Int
        let setting: String?
        let message: String

        init(start: Int, setting: String? = nil, _ message: String) {
            (self.start, self.setting, self.message) = (start, setting, message)
        }
    }

    /// - Parameter unknown: what is named together with other problems, so that a person corrects the file once.
    private static func settings(
        _ values: [(name: String, node: TOMLNode)], of file: TOMLFile, besides unknown: [Problem]
    ) throws(SettingsProblem) -> Settings {
        var values = values
        var refused: [Problem] = []
        while true {
            do throws(ValidationError) {
                let settings = try Settings(
                    json: .object(JSONObject(values.map { ($0.name, TOMLFile.json($0.node.value)) })))
                guard refused.isEmpty else { break }
                return settings
            } catch {
                let index = values.firstIndex { $0.name == error.path.first }
                let node = index.map { values[$0].node.innermost(at: error.path.dropFirst()) }
                let place = node.map { file.place(of: $0.range) } ?? file.path
                refused.append(
                    Problem(start: node?.range.lowerBound ?? 0, setting: error.param, "\(place): \(error.message)"))
                // The others are looked at without it.
                guard let index, refused.count < mostNamed else { break }
                values.remove(at: index)
            }
        }
        // However many names are unknown, what the file is refused for is named.
        let named = (refused + unknown.prefix(mostNamed - refused.count)).sorted { $0.start < $1.start }
        throw SettingsProblem(setting: named.lazy.compactMap(\.setting).first, messages: named.map(\.message))
    }

    /// Passes the values of a table under their full names: `[timer] focus_minutes` is `timer.focus_minutes`.
    private static func flatten(_ table: TOMLTable, under prefix: String = "", _ pass: (String, TOMLNode) -> Void) {
        for member in table.members {
            let name = prefix + member.name
            guard case .table(let inner) = member.node.value, !Settings.has(name) else {
                pass(name, member.node)
                continue
            }
            // An empty table of another name is misspelt.
            if inner.isEmpty, !Settings.hasSection(name) { pass(name, member.node) }
            flatten(inner, under: "\(name).", pass)
        }
    }
}

/// The names of the settings file that are not used.
nonisolated struct UnknownSettings: EnvironmentPart {
    static let initial = UnknownSettings(problems: [])
    static let isReported = false

    var problems: [String]
}

extension Settings {
    fileprivate nonisolated static func has(_ name: String) -> Bool { fields.contains { $0.name == name } }

    /// What is wrong with a name that no setting has, with one that it may mean.
    fileprivate nonisolated static func problem(ofUnknown name: String) -> String {
        do throws(ValidationError) { _ = try Settings(json: .object(JSONObject([(name, .null)]))) } catch {
            return error.message
        }
        return "\(name) is unknown"
    }
}

extension TOMLNode {
    /// The value that the names and indices of a path lead to, as far as they lead.
    fileprivate nonisolated func innermost(at path: ArraySlice<String>) -> TOMLNode {
        guard let name = path.first else { return self }
        let inner: TOMLNode? =
            switch value {
            case .array(let nodes): Int(name).flatMap { nodes.indices.contains($0) ? nodes[$0] : nil }
            case .table(let table): table[name]
            case .string, .integer, .float, .boolean, .time: nil
            }
        return inner?.innermost(at: path.dropFirst()) ?? self
    }
}
