import SystemdKit

/// Reports when the rules of the current zone may have changed (RULES L9): by watching the files they are read from,
/// and timedate1 on the system bus if there is one, because it also reports a change that no file shows.
final class ZoneWatch {
    var onChange: () -> Void = {} {
        didSet { files.onChange = onChange }
    }

    let files: FileWatch
    private var match: BusMatch?

    /// - Parameter bus: the system bus.
    init(bus: Bus, on loop: EventLoop) {
        files = FileWatch(on: loop)
        match = bus.timezoneChanges { [weak self] in self?.onChange() }
    }

    /// Watches the files of the zone in force.
    func watch(_ paths: [String]) { files.watch(paths) }
}
