import ExportFormats
import FileKit
import GardenAPI
import SystemPackage
import TimeKit

/// A calendar file of the garden: what it has, and where it is.
struct CalendarFile {
    /// The absolute path.
    let path: String
    var options = GardenCalendar.Options()
    /// The sessions and visits of so many days are in it.
    var days = 90
    var hasVisits = false

    /// More than any calendar of a person has.
    private static let mostBytes = 256 << 20

    /// What one writing did.
    struct Outcome: Equatable {
        /// Whether the file was another one before.
        var isWritten: Bool
        var dueDates: Int
        var sessions: Int
        /// `nil` if visits are not in it.
        var visits: Int?
    }

    /// Reads the garden, and writes the file if it is to be another one: as a whole or not at all, and only for its owner.
    func update(asking client: Client) throws(CommandError) -> Outcome {
        let status = try client.ask(DaemonStatus()).value()
        var calendar = GardenCalendar()
        let from = "\(status.day.advanced(by: 1 - days))"
        try GardenExport.forEachTask(.open, asking: client) { task throws(CommandError) in
            if task.due != nil { calendar.tasks.append(task) }
        }
        calendar.sessions = try client.allSessions(SessionList(from: from)).filter(\.hasMinutes)
        if hasVisits { calendar.visits = try Self.visits(from: from, asking: client) }
        let isWritten = try replace(with: calendar.text(zone: try gardenZone(status.timezone), options))
        return Outcome(
            isWritten: isWritten, dueDates: calendar.tasks.count, sessions: calendar.sessions.count,
            visits: hasVisits ? calendar.visits.count : nil)
    }

    private static func visits(from: String, asking client: Client) throws(CommandError) -> [Visit] {
        var (request, pages) = (VisitList(from: from, limit: 1000), Pages(of: VisitList.method))
        var visits: [Visit] = []
        while true {
            let page = try client.ask(request).value()
            visits += page.visits.map(\.visit)
            guard let next = page.next else { return visits.reversed() }
            try pages.go(to: next)
            request.before = next
        }
    }

    private func replace(with text: String) throws(CommandError) -> Bool {
        if let present = try present() {
            guard present != text else { return false }
            guard present.isEmpty || GardenCalendar.isOwn(present) else {
                throw .usage(
                    "\(printable(path)) is a file that gardenctl did not write, and would be lost; name another one, or remove it"
                )
            }
        }
        do throws(Errno) { try SmallFile.write(text, to: path, permissions: .ownerReadWrite) } catch {
            throw .system("\(printable(path)) cannot be written: \(error)")
        }
        return true
    }

    /// The file as it is; `nil` if there is none.
    private func present() throws(CommandError) -> String? {
        do throws(SmallFile.ReadError) {
            return String(decoding: try SmallFile.read(path, limitBytes: Self.mostBytes), as: UTF8.self)
        } catch {
            if case .system(.noSuchFileOrDirectory) = error { return nil }
            throw .system("\(printable(path)) cannot be replaced: \(error)")
        }
    }
}
