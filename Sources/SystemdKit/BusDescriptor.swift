import Glibc
import Synchronization

/// A descriptor received over, or to be sent over, the bus; closed when this object is released, if not before.
///
/// It holds an inhibitor lock of systemd-logind: the lock lasts as long as the descriptor.
public final class BusDescriptor: Equatable, Sendable {
    private let number: Atomic<Int32>

    /// The descriptor itself; -1 once it is closed.
    public var descriptor: Int32 { number.load(ordering: .relaxed) }

    /// Takes over `descriptor`.
    public init(owning descriptor: Int32) {
        number = Atomic(descriptor)
    }

    /// Copies `descriptor`, which stays its owner's; throws `EMFILE` when no descriptors are left.
    init(copying descriptor: Int32) throws(SystemError) {
        number = Atomic(try checkErrno(fcntl(descriptor, F_DUPFD_CLOEXEC, 3), "fcntl"))
    }

    deinit { close() }

    /// Closes the descriptor now. Harmless when repeated, even by several threads at once.
    public func close() {
        let descriptor = number.exchange(-1, ordering: .relaxed)
        if descriptor >= 0 { Glibc.close(descriptor) }
    }

    /// Whether both are the same object.
    public static func == (left: BusDescriptor, right: BusDescriptor) -> Bool { left === right }
}
