import Glibc
import SystemPackage

extension BusDescriptor {
    /// Performs `work`, then closes this descriptor; closes it after `milliseconds` even if `work` still runs.
    ///
    /// A disk write may block in the kernel for as long as the disk likes, and nothing in this thread can end that: no
    /// timer of the loop fires, and a signal does not interrupt it. So a second thread, which lives only during this
    /// call, waits for the end of `work` and for the deadline, and touches nothing but its two descriptors. If no
    /// thread or pipe can be made, there is no deadline, and the descriptor is closed after `work`.
    public func close(after work: () -> Void, withinMilliseconds milliseconds: Int32) {
        let deadline = CloseDeadline(of: self, milliseconds: milliseconds)
        work()
        close()
        deadline?.end()
    }
}

/// A thread that closes a descriptor at a deadline, unless it is ended before.
private struct CloseDeadline {
    private let thread: pthread_t
    /// Closing it ends the thread's wait.
    private let writeEnd: Int32

    /// Starts the thread; `nil` if the system has no more descriptors or threads.
    init?(of descriptor: BusDescriptor, milliseconds: Int32) {
        guard let ends = try? FileDescriptor.pipe(options: .closeOnExec) else { return nil }
        let wait = Unmanaged.passRetained(
            Wait(descriptor: descriptor, readEnd: ends.readEnd.rawValue, milliseconds: milliseconds))
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<Wait>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, wait.toOpaque())
        guard result == 0 else {
            wait.release()
            for end in [ends.readEnd, ends.writeEnd] { try? end.close() }
            return nil
        }
        self.thread = thread
        writeEnd = ends.writeEnd.rawValue
    }

    /// Ends the thread and waits for its end, which comes at once.
    func end() {
        Glibc.close(writeEnd)
        pthread_join(thread, nil)
    }

    private final class Wait: Sendable {
        private let descriptor: BusDescriptor
        private let readEnd: Int32
        private let milliseconds: Int32

        init(descriptor: BusDescriptor, readEnd: Int32, milliseconds: Int32) {
            self.descriptor = descriptor
            self.readEnd = readEnd
            self.milliseconds = milliseconds
        }

        func run() {
            var end = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
            // It ends by the deadline, by the hang-up, or early by a signal: a lock released early does no harm.
            poll(&end, 1, milliseconds)
            descriptor.close()
            Glibc.close(readEnd)
        }
    }
}
