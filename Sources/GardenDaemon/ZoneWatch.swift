import Logging
import SystemdKit

/// Reports when the rules of the current zone may have changed (RULES L9): by watching the files they are read from,
/// and timedate1 on the system bus if there is one, because it also reports a change that no file shows.
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
            log.info("cannot listen for time zone changes: \(error); after a change, run: gardenctl reload")
            bus = nil
        }
        match = bus?.timezoneChanges { [weak self] in self?.onChange() }
    }

    /// Watches the files of the zone in force.
    func watch(_ paths: [String]) { files.watch(paths) }
}
