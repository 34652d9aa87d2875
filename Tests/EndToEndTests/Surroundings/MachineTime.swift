import GardenAPI
import Glibc
import Testing
import TimeKit

/// The clocks of one daemon, shifted against the machine's own by a preloaded library (Clock/clockshim.c).
final class MachineTime {
    private let page: String
    private var realNanoseconds: Int64 = 0
    private var bootNanoseconds: Int64 = 0
    private var awakeNanoseconds: Int64 = 0
    private let isStandingStill: Bool

    convenience init(in home: Home) throws { try self.init(page: home.page) }

    /// - Parameter page: the file that controls the library.
    init(page: String) throws {
        self.page = page
        isStandingStill = false
        try write([UInt8](repeating: 0, count: Self.pageBytes), to: page)
    }

    /// Clocks that stand still at an instant, an hour after the machine's start, until the test moves them.
    init(standingStillAt instant: String, in home: Home) throws {
        guard let milliseconds = Timestamp(instant)?.instant.milliseconds else {
            throw TestFailure("\(instant) is no instant")
        }
        page = home.page
        isStandingStill = true
        try write([UInt8](repeating: 0, count: Self.pageBytes), to: page)
        try move(real: milliseconds / 1000, boot: 3600, awake: 3600)
    }

    /// Four numbers of 8 bytes.
    private static let pageBytes = 32

    var environment: [String: String] { ["LD_PRELOAD": Self.library ?? "", "CLOCKSHIM": page] }

    /// Time passes, the machine awake.
    func pass(seconds: Int) throws { try move(real: seconds, boot: seconds, awake: seconds) }

    /// The machine is suspended.
    func suspend(seconds: Int) throws { try move(real: seconds, boot: seconds, awake: 0) }

    /// The wall clock, in milliseconds since the epoch.
    var wallMilliseconds: Int {
        var now = timespec()
        if !isStandingStill { clock_gettime(CLOCK_REALTIME, &now) }
        return now.tv_sec * 1000 + (now.tv_nsec + Int(realNanoseconds)) / 1_000_000
    }

    /// Time passes, the machine awake, to less than a second before an instant.
    func pass(until instant: String) throws { try pass(seconds: seconds(until: instant)) }

    /// The wall clock is set to an instant, or to less than a second before it.
    func set(to instant: String) throws { try step(seconds: seconds(until: instant)) }

    private func seconds(until instant: String) throws -> Int {
        guard let wanted = Timestamp(instant)?.instant.milliseconds else {
            throw TestFailure("\(instant) is no instant")
        }
        return Int((Double(wanted - wallMilliseconds) / 1000).rounded(.down))
    }

    /// The wall clock is set.
    func step(seconds: Int) throws { try move(real: seconds, boot: 0, awake: 0) }

    private func move(real: Int, boot: Int, awake: Int) throws {
        realNanoseconds += Int64(real) * 1_000_000_000
        bootNanoseconds += Int64(boot) * 1_000_000_000
        awakeNanoseconds += Int64(awake) * 1_000_000_000
        let numbers = [realNanoseconds, bootNanoseconds, awakeNanoseconds, isStandingStill ? 1 : 0]
        let bytes = numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
        let descriptor = open(page, O_WRONLY | O_CLOEXEC)
        defer { close(descriptor) }
        guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else {
            throw TestFailure(call: "pwrite \(page)")
        }
    }

    /// `nil` if there is no C compiler.
    static let library = PreloadedLibrary.compiled("Clock/clockshim.c")
}

/// The requirements of a test; on a machine without them the test is skipped with the reason.
enum Needs {
    static var root: ConditionTrait { .enabled(if: getuid() == 0, "needs root") }
    static var clocks: ConditionTrait { .enabled(if: MachineTime.library != nil, "needs a C compiler") }

    static var mounts: ConditionTrait { .enabled(if: OwnSystem.canBeMade, "needs root and mount namespaces") }

    static var box: ConditionTrait { .enabled(if: Box.lack == nil, "needs \(Box.lack ?? "nothing")") }

    static func program(_ path: String) -> ConditionTrait {
        .enabled(if: access(path, X_OK) == 0, "needs \(path)")
    }

    static func file(_ path: String) -> ConditionTrait {
        .enabled(if: access(path, R_OK) == 0, "needs \(path)")
    }
}
