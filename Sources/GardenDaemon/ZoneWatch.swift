import Logging
import SystemdKit

/// Notices when the rules of the zone in force may be others (RULES L9): by the files they are read from, and, where
/// there is a bus, by timedate1, should files not tell.
final class ZoneWatch {
    var onChange: () -> Void = {} {
        didSet { files.onChange = onChange }
    }

    private let files: FileWatch
    private let bus: Bus?
    private var match: BusMatch?

    init(on loop: EventLoop, log: Logger) {
        files = FileWatch(on: loop) {
            log.info("cannot watch the time zone: \($0); after a change, run: gardenctl reload")
        }
        do throws(SystemError) { bus = try Bus.system(on: loop) } catch {
            log.info("cannot listen for time zone changes: \(error)")
            bus = nil
        }
        match = bus?.timezoneChanges { [weak self] in self?.onChange() }
    }

    /// Watches the files of the zone in force.
    func watch(_ paths: [String]) { files.watch(paths) }
}
