import GardenAPI

/// Sends the entries of an import ahead, and has the daemon add them as one change (RULES I1).
struct ImportTransfer {
    /// Thousands of entries take seconds, and the disk may be slow.
    static let answerSeconds = 600
    /// The most bytes of the entries in a request: few enough that the daemon reads them in a few milliseconds, and that a line has
    /// them.
    private static let requestBytes = 60_000

    /// Where the entries are from, for the log.
    let source: String
    /// Creates the commit of an import by its name.
    let commit: (String) -> ImportCommit
    private let name = IdempotencyKey.freshText()

    init(source: String, commit: @escaping (String) -> ImportCommit) {
        (self.source, self.commit) = (source, commit)
    }

    func send(_ entries: [ImportEntry], to client: Client) throws(CommandError) -> ImportReport {
        var part: [ImportEntry] = []
        var (bytes, sent) = (0, 0)
        for entry in entries {
            let size = entry.encoded.count
            if !part.isEmpty, bytes + size > Self.requestBytes {
                try send(part, &sent, to: client)
                (part, bytes) = ([], 0)
            }
            part.append(entry)
            bytes += size
        }
        try send(part, &sent, to: client)
        return try client.ask(commit(name)).value()
    }

    private func send(_ part: [ImportEntry], _ sent: inout Int, to client: Client) throws(CommandError) {
        sent += part.count
        let staged = try client.ask(ImportApply(import: name, source: source, entries: part)).value().staged
        // What was sent ahead is gone with the connection.
        guard staged == sent else {
            throw .unreachable("the connection to gardend was lost. Nothing was added; the same command tries again")
        }
    }
}
