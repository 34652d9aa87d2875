import Glibc
import SystemdKit
import TestSupport
import Testing

extension EventLoop {
    /// Runs the loop to its end; one that nothing ends is ended when waitLimit is, and counts as a failure.
    func runToEnd(sourceLocation: SourceLocation = #_sourceLocation) throws -> Int32 {
        var waitLimit = WaitLimit(with: getpid())
        var glance: TimerSource?
        func armGlance() {
            glance?.arm(atMicroseconds: Clocks.monotonicMicroseconds + UInt64(WaitLimit.glanceMilliseconds) * 1000)
        }
        glance = try timer(on: .monotonic) { [weak self] in
            do {
                try waitLimit.spend(on: "the end of the loop")
                armGlance()
            } catch {
                Issue.record(error, sourceLocation: sourceLocation)
                self?.exit(code: 255)
            }
        }
        armGlance()
        defer { glance?.cancel() }
        return try run()
    }
}
