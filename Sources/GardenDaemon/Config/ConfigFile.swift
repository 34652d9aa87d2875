import GardenAPI
import GardenCore
import GardenEngine
import TOMLReader

/// The settings file, `config.toml` (API §6).
public nonisolated struct ConfigFile {
    public let path: String
    /// Whether the file must exist: true if the user named it.
    private let mustExist: Bool
    private let read: (String) throws(SettingsProblem) -> String?
    private let last = LastReading()
    /// Several times as many as there are settings.
    private static let mostValues = 1000

    /// - Parameter read: the text of a file; `nil` if it does not exist.
    public init(
        path: String, mustExist: Bool = false, read: @escaping (String) throws(SettingsProblem) -> String?
    ) {
        self.path = path
        self.mustExist = mustExist
        self.read = read
    }

    /// Whether the file exists; an unreadable file counts as existing.
    public var exists: Bool {
        do { return try read(path) != nil } catch { return true }
    }

    /// The file's folder, whether or not the file exists.
    var folder: String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "." }

    /// The settings of the file, or the defaults if the file is optional and missing.
    ///
    /// - Throws: the problem: for a syntax error the line and column, for a setting its full name and the allowed
    ///   values.
    public func settings() throws(SettingsProblem) -> Settings {
        let text = try read(path)
        last.text = text
        guard let text else {
            guard !mustExist else { throw SettingsProblem(message: "\(path) does not exist") }
            return .standard
        }
        if let last = last.reading, last.text.isIdentical(as: text) { return try last.outcome.get() }
        let outcome = Result { () throws(SettingsProblem) in try Self.settings(in: text, of: path) }
        last.reading = (text, outcome)
        return try outcome.get()
    }

    /// Whether the file has another content than when it was read last. No watch reports what another machine writes to a
    /// network file system.
    var hasChangedSinceReading: Bool {
        do {
            switch (try read(path), last.text) {
            case (nil, nil): return false
            case (let now?, let last?): return !now.isIdentical(as: last)
            case (nil, _?), (_?, nil): return true
            }
        } catch { return true }
    }

    static func settings(in text: String, of path: String) throws(SettingsProblem) -> Settings {
        let file = try TOMLFile(text, path: path, mostValues: mostValues)
        var object = JSONObject()
        var nodes: [String: TOMLNode] = [:]
        flatten(file.table) { name, node in
            object.append(name, TOMLFile.json(node.value))
            nodes[name] = node
        }
        do throws(ValidationError) {
            return try Settings(json: .object(object))
        } catch {
            let node = error.path.first.flatMap { nodes[$0] }?.innermost(at: error.path.dropFirst())
            let place = node.map { file.place(of: $0.range) } ?? path
            throw SettingsProblem(setting: error.param, message: "\(place): \(error.message)")
        }
    }

    /// Passes the values of a table under their full names: `[timer] focus_minutes` is `timer.focus_minutes`.
    private static func flatten(_ table: TOMLTable, under prefix: String = "", _ pass: (String, TOMLNode) -> Void) {
        for member in table.members {
            let name = prefix + member.name
            guard case .table(let inner) = member.node.value else {
                pass(name, member.node)
                continue
            }
            // An empty table of another name is misspelt.
            if inner.isEmpty, !Settings.hasSection(name) { pass(name, member.node) }
            flatten(inner, under: "\(name).", pass)
        }
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

/// The text that was read last.
private nonisolated final class LastReading {
    /// `nil` if there was no file.
    var text: String?
    /// The outcome of its reading: any client can ask for another one with `daemon.reload`.
    var reading: (text: String, outcome: Result<Settings, SettingsProblem>)?
}
