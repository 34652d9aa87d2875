import CSystemd
import Glibc
import Logging
import SystemPackage

/// Writes log events to the systemd journal with structured fields, or as readable lines if there is none.
public struct SystemLog: LogHandler {
    /// The destination of log events.
    public enum Destination: Equatable, Sendable {
        /// The systemd journal: sd_journal_sendv(3).
        case journal
        /// Lines to this descriptor, which stays the caller's.
        case lines(descriptor: Int32)

        /// The journal when standard error is connected to it, lines to standard error otherwise.
        ///
        /// `$JOURNAL_STREAM` must name the very file behind standard error (systemd.exec(5)). A process with redirected
        /// output inherits the variable too, and without a journal `sd_journal_sendv` drops its input silently.
        public static func current() -> Destination {
            guard let stream = getenv("JOURNAL_STREAM"), let status = try? Stat(FileDescriptor.standardError) else {
                return .lines(descriptor: STDERR_FILENO)
            }
            let isJournal = String(cString: stream) == "\(status.deviceID.rawValue):\(status.inode.rawValue)"
            return isJournal ? .journal : .lines(descriptor: STDERR_FILENO)
        }
    }

    /// The longest field name the journal takes, in bytes.
    private static let fieldNameLimit = 64

    public var logLevel: Logger.Level = .info
    public var metadata: Logger.Metadata = [:]
    public var metadataProvider: Logger.MetadataProvider?

    private let identifier: String
    private let fieldPrefix: String
    private let destination: Destination

    /// A handler for the program `identifier` (`SYSLOG_IDENTIFIER=`).
    ///
    /// A metadata key `task` becomes the journal field `GARDEND_TASK` with the prefix `GARDEND`; in lines it stays `task`.
    public init(identifier: String, fieldPrefix: String, destination: Destination = .current()) {
        self.identifier = identifier
        self.fieldPrefix = fieldPrefix
        self.destination = destination
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        switch destination {
        case .journal: sendToJournal(event)
        case .lines(let descriptor): writeLine(event, to: descriptor)
        }
    }

    /// The event's own metadata over the provider's over the handler's, by key; an error of the event as `error`.
    private func values(of event: LogEvent) -> [(key: String, value: String)] {
        var all = metadata
        if let provider = metadataProvider { all.merge(provider.get()) { $1 } }
        if let error = event.error { all["error"] = "\(error)" }
        if let own = event.metadata { all.merge(own) { $1 } }
        return all.map { (key: $0.key, value: "\($0.value)") }.sorted { $0.key < $1.key }
    }

    private func sendToJournal(_ event: LogEvent) {
        var fields = [
            "MESSAGE=\(event.message)",
            "PRIORITY=\(Self.priority(of: event.level))",
            "SYSLOG_IDENTIFIER=\(identifier)",
            "CODE_FILE=\(event.file)",
            "CODE_LINE=\(event.line)",
            "CODE_FUNC=\(event.function)",
        ]
        for (key, value) in values(of: event) { fields.append("\(fieldName(key))=\(value)") }
        let bytes = fields.map { Array($0.utf8) }
        let sent = Array(bytes.joined()).withUnsafeBytes { all in
            var offset = 0
            let vectors = bytes.map { field in
                defer { offset += field.count }
                return iovec(
                    iov_base: UnsafeMutableRawPointer(mutating: all.baseAddress?.advanced(by: offset)),
                    iov_len: field.count)
            }
            return sd_journal_sendv(vectors, Int32(vectors.count))
        }
        if sent < 0 { writeLine(event, to: STDERR_FILENO) }
    }

    /// A valid journal field name: prefix and key in upper case, and `_` for all but A–Z and 0–9.
    private func fieldName(_ key: String) -> String {
        let name = "\(fieldPrefix)_\(key)".uppercased().unicodeScalars.map { scalar -> Character in
            switch scalar {
            case "A"..."Z", "0"..."9": Character(scalar)
            default: "_"
            }
        }
        return String(name.prefix(Self.fieldNameLimit))
    }

    /// The level in syslog(3)'s numbers: 7 is debug, 2 is critical.
    private static func priority(of level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }

    /// Writes `2026-11-21 09:25:00.123 warning: text key=value` in one piece; a failed write is lost.
    private func writeLine(_ event: LogEvent, to descriptor: Int32) {
        var line = "\(Self.localTime()) \(event.level): \(Self.escaped("\(event.message)"))"
        for (key, value) in values(of: event) { line += " \(Self.escaped(key))=\(Self.quoted(value))" }
        line += "\n"
        _ = try? FileDescriptor(rawValue: descriptor).writeAll(line.utf8)
    }

    private static func localTime() -> String {
        let now = Clocks.realtimeMilliseconds
        var seconds = time_t(now / 1000)
        var local = tm()
        localtime_r(&seconds, &local)
        var text = [CChar](repeating: 0, count: 32)
        let count = strftime(&text, text.count, "%Y-%m-%d %H:%M:%S", &local)
        let milliseconds = String(now % 1000)
        return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            + "." + String(repeating: "0", count: 3 - milliseconds.count) + milliseconds
    }

    /// A value unchanged, or in quotes if it could look like more than one.
    private static func quoted(_ value: String) -> String {
        let isPlain = !value.isEmpty && value.unicodeScalars.allSatisfy { $0 != " " && $0 != "=" && $0 != "\"" }
        return isPlain ? escaped(value) : "\"\(escaped(value, quote: true))\""
    }

    /// The text on one line: control characters, line ends and controls of the text direction are escaped, because they could
    /// forge a line or control a terminal.
    private static func escaped(_ text: String, quote: Bool = false) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result.append(contentsOf: "\\n".unicodeScalars)
            case "\r": result.append(contentsOf: "\\r".unicodeScalars)
            case "\t": result.append(contentsOf: "\\t".unicodeScalars)
            case "\"" where quote: result.append(contentsOf: "\\\"".unicodeScalars)
            case _
            where [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
                || scalar.properties.isBidiControl:
                result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}
