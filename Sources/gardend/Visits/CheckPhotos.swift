import ArgumentParser
import GardenAPI
import GardenCore
import GardenDaemon
import GardenStore
import SystemdKit
import TimeKit

/// The command of the daemon's child process that compares the content of all photos with their names (RULES V9).
struct CheckPhotos: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-photos", abstract: "Checks the photos while the daemon runs.", shouldDisplay: false)

    @OptionGroup var place: DataPlace
    @OptionGroup var parent: ParentDaemon

    @Option(help: "Only visits that were added after this event.")
    var addedAfter: Int

    @Option(
        help: "Visits removed before this day are gone.",
        transform: { text in
            guard let day = CalendarDay(text) else {
                throw ValidationError("'\(text)' is not a day; write it as YYYY-MM-DD")
            }
            return day
        })
    var prunedBefore: CalendarDay?

    private static let namesOfPage = 1000

    mutating func run() throws {
        parent.endWithIt()
        Priority.setIdle()
        let paths = place.paths
        let folder = PhotoFolder(in: paths.root)
        let scope = PhotoScope(revertibleSince: .max, prunedBefore: prunedBefore, addedAfter: addedAfter)
        var last = ""
        while true {
            let page: [NamedPhoto]
            do throws(StoreError) {
                page = try JournalPhotos.read(
                    PhotosQuery(after: last, limit: Self.namesOfPage, in: scope), database: paths.database)
            } catch { throw failure(error.reason, ExitStatus.inputOutput) }
            guard let next = page.last else { return }
            for photo in page {
                if let problem = PhotoHealth.problem(ofContent: photo, in: folder) {
                    throw failure(problem, ExitStatus.damagedData)
                }
            }
            last = next.name
        }
    }
}
