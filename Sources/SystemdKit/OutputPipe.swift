import CSystemd
import Glibc

/// Keeps the beginning of what another program prints. The rest is read and dropped, so that the program never blocks.
@MainActor
public final class OutputPipe {
    /// The end to give to the program.
    public let writer: Int32
    /// The bytes that are kept.
    public private(set) var bytes: [UInt8] = []
    /// How many bytes came after those.
    public private(set) var omittedBytes = 0

    private let reader: Int32
    private let limitBytes: Int
    private var source: IOSource?
    private static let shareBytes = 65_536

    /// - Throws: if no descriptor is left.
    public init(limitBytes: Int, on loop: EventLoop) throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        try checkErrno(csystemd_pipe(&ends), "pipe2")
        (reader, writer) = (ends[0], ends[1])
        self.limitBytes = limitBytes
        source = try loop.io(reader, .readable) { [weak self] _ in self?.read() }
    }

    isolated deinit {
        source?.cancel()
        close(reader)
        close(writer)
    }

    /// Reads what has been written and not been read; to be called when the program has ended.
    public func drain() { while read() {} }

    /// - Returns: whether there may be more.
    @discardableResult
    private func read() -> Bool {
        let share = [UInt8](unsafeUninitializedCapacity: Self.shareBytes) { buffer, count in
            count = max(0, Glibc.read(reader, buffer.baseAddress, Self.shareBytes))
        }
        let kept = share.prefix(limitBytes - bytes.count)
        bytes += kept
        omittedBytes += share.count - kept.count
        return share.count == Self.shareBytes
    }
}
