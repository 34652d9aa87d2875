import SystemdKit
import Testing

extension EventLoop {
    /// Runs the loop to its end; one that nothing ends is ended after 20 s and counts as a failure.
    func runToEnd(sourceLocation: SourceLocation = #_sourceLocation) throws -> Int32 {
        let limit = try timer(on: .monotonic) { [weak self] in
            Issue.record("nothing ended the loop", sourceLocation: sourceLocation)
            self?.exit(code: 255)
        }
        limit.arm(atMicroseconds: Clocks.monotonicMicroseconds + 20_000_000)
        defer { limit.cancel() }
        return try run()
    }
}
