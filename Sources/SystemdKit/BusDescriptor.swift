import Glibc

/// A descriptor received over, or to be sent over, the bus; closed when this object is released.
///
/// It holds an inhibitor lock of systemd-logind: the lock lasts as long as the descriptor.
public final class BusDescriptor: Equatable, Sendable {
    /// The descriptor itself, valid as long as this object.
    public let descriptor: Int32

    /// Takes over `descriptor`.
    public init(owning descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Copies `descriptor`, which stays its owner's; throws `EMFILE` when no descriptors are left.
    init(copying descriptor: Int32) throws(SystemError) {
        self.descriptor = try checkErrno(fcntl(descriptor, F_DUPFD_CLOEXEC, 3), "fcntl")
    }

    deinit { close(descriptor) }

    /// Whether both are the same object.
    public static func == (left: BusDescriptor, right: BusDescriptor) -> Bool { left === right }
}
