import Glibc

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
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let wait = Unmanaged.passRetained(Wait(descriptor: descriptor, readEnd: ends[0], milliseconds: milliseconds))
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<Wait>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, wait.toOpaque())
        guard result == 0 else {
            wait.release()
            for end in ends { Glibc.close(end) }
            return nil
        }
        self.thread = thread
        writeEnd = ends[1]
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
