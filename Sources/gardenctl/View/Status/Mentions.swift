import FileKit
import GardenAPI
import GardenClient
import SystemPackage
import TextKit

extension ClientAction {
    /// Says to a person at a terminal, whatever the command was, what rang since the last one where no notification shows it, and
    /// what the daemon asks about sessions (RULES N6, P20).
    func mention(asking client: Client, in context: ProcessContext) {
        guard context.mentionsQuestions, !options.json, client.isConnected else { return }
        // The command has done what it was for, whatever becomes of the daemon now.
        guard let status = try? client.askHere(DaemonStatus(), within: 1000).value() else { return }
        mentionRings(until: status, asking: client, in: context)
        guard !showsQuestions, let first = status.questions.first else { return }
        try? context.printError(questionText(first, of: status.questions.count, .plain))
    }

    private func mentionRings(until status: GardenStatus, asking client: Client, in context: ProcessContext) {
        let mark = HeardMark(beside: client.socketPath)
        guard mark.seq != status.seq else { return }
        defer { mark.write(status.seq) }
        guard mentionsRings, let seq = mark.seq, seq < status.seq,
            let events = try? client.askHere(
                JournalList(since: seq, limit: 1000, types: TerminalBell.types.sorted()), within: 1000
            ).value(), !events.isEmpty
        else { return }
        let isShown = try? client.askHere(DaemonHello(), within: 1000).value().showsNotifications
        guard context.isRemote || isShown != true else { return }
        let last = events.suffix(Self.mostRings).map { "  \($0.at.clock(seenAt: status.now))  \(ringText($0))" }
        let more = events.count > last.count ? ["  and \(events.count - last.count) before"] : []
        try? context.printError((["Since your last command:"] + more + last).joined(separator: "\n"))
    }

    private static var mostRings: Int { 5 }
}

/// What rang: `reminder: Call Bob`, `the focus session ended, Maths`.
private func ringText(_ event: EventMessage) -> String {
    let title = printable(event.data["title"]?.stringValue ?? "")
    let category = printable(event.data["category"]?.stringValue ?? "")
    return switch event.type {
    case "task.reminded": "reminder: \(title)"
    case "task.due": "due: \(title)"
    case "focus.completed": "the focus session ended\(category.isEmpty ? "" : ", \(category)")"
    case "rest.completed": "the rest ended"
    default: printable(event.text)
    }
}

/// The number of the last event that a person at a terminal knows of, in a file next to the socket.
private struct HeardMark {
    let seq: Int?
    private let path: String

    private static let name = "heard"
    private static let mostBytes = 32

    init(beside socketPath: String) {
        path = String(FilePath(socketPath).removingLastComponent().appending(Self.name).string)
        let bytes = try? SmallFile.read(path, limitBytes: Self.mostBytes, options: .noFollow)
        seq = bytes.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    }

    /// If it cannot be written, something is said twice or not at all.
    func write(_ seq: Int) {
        let file = try? FileDescriptor.open(
            FilePath(path), .writeOnly, options: [.create, .truncate, .noFollow, .closeOnExec],
            permissions: .ownerReadWrite)
        _ = try? file?.closeAfter { try file?.writeAll("\(seq)".utf8) }
    }
}
