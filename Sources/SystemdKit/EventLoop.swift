import CSystemd
import Glibc

/// The one loop of a daemon with one thread: sd-event(3).
///
/// Timers, signals, descriptors, files, children, the bus and the watchdog are all *sources*. A turn of the loop waits
/// for any of them and calls the handler of one. Among the ready ones the one that has waited longest goes first, so
/// that none starves another.
///
/// The loop belongs to the main thread: create, use and run it there.
@MainActor
public final class EventLoop {
    /// libsystemd's object, for other objects that attach to a loop.
    let pointer: OpaquePointer
    private var deferred: [@MainActor () -> Void] = []
    private var deferSource: EventSource?

    /// A new loop of its own, not the thread's default one: sd_event_new(3).
    ///
    /// Throws when there are no descriptors left (`EMFILE`, `ENFILE`).
    public init() throws(SystemError) {
        var created: OpaquePointer?
        try check(sd_event_new(&created), "sd_event_new")
        guard let created else { throw SystemError(code: ENOMEM, call: "sd_event_new") }
        pointer = created
    }

    isolated deinit { sd_event_unref(pointer) }

    /// Runs until ``exit(code:)`` and returns its code: sd_event_loop(3).
    ///
    /// Throws `EBUSY` when called from inside a handler, and when the loop has finished before: it runs once.
    public func run() throws(SystemError) -> Int32 {
        try check(sd_event_loop(pointer), "sd_event_loop")
    }

    /// Ends the loop after the handler that is running: sd_event_exit(3).
    ///
    /// ``run()`` returns `code`, 0…255 if it becomes the process's exit status.
    public func exit(code: Int32) {
        precondition(code >= 0, "an exit code of \(code) would read as an error")
        demand(sd_event_exit(pointer, code), "sd_event_exit")
    }

    /// Calls `handler` whenever `descriptor` is ready for one of `events`: sd_event_add_io(3).
    ///
    /// The handler gets the ready events. ``IOEvents/hangUp`` and ``IOEvents/error`` are reported even if they are not
    /// in `events`. The descriptor stays the caller's: cancel the source before closing it. Throws `EPERM` for a
    /// descriptor that cannot be waited for, like a regular file's.
    public func io(
        _ descriptor: Int32, _ events: IOEvents, handler: @escaping @MainActor (IOEvents) -> Void
    ) throws(SystemError) -> IOSource {
        try IOSource(loop: self, descriptor: descriptor, events: events, handler: handler)
    }

    /// A one-shot timer, not yet armed, on a clock that cannot be set: sd_event_add_time(3).
    ///
    /// For the wall clock there is ``wallClockTimer(handler:)``.
    public func timer(
        on clock: TimerClock, handler: @escaping @MainActor () -> Void
    ) throws(SystemError) -> TimerSource {
        try TimerSource(loop: self, clock: clock, handler: handler)
    }

    /// A one-shot timer on the wall clock that also reports when the clock was set, armed or not.
    public func wallClockTimer(
        handler: @escaping @MainActor (WallClockTimer.Reason) -> Void
    ) throws(SystemError) -> WallClockTimer {
        try WallClockTimer(loop: self, handler: handler)
    }

    /// Calls `handler` each time the signal `number` arrives: sd_event_add_signal(3).
    ///
    /// The signal is blocked in the calling thread, and stays blocked when the source is gone: a late SIGTERM must not
    /// kill a daemon during its cleanup. Existing threads are not changed, so call this before any is started. Children
    /// inherit the mask, so the code that spawns one must give it an empty mask (posix_spawnattr_setsigmask(3)). Throws
    /// `EBUSY` when this loop watches the signal already.
    public func signal(_ number: Int32, handler: @escaping @MainActor () -> Void) throws(SystemError) -> EventSource {
        try block(signal: number)
        return try EventSource(Handler(handler), "sd_event_add_signal") { source, userdata in
            sd_event_add_signal(
                pointer, source, number, { _, _, userdata in Handler<Void>.call(userdata, ()) }, userdata)
        }
    }

    /// Calls `handler` for each change of the file or folder at `path`: sd_event_add_inotify(3), inotify(7).
    ///
    /// `mask` is made of `IN_CREATE`, `IN_MOVED_TO`, `IN_CLOSE_WRITE`, … from Glibc.
    /// Throws `ENOENT` when there is no such file, `ENOSPC` when the user has too many watches.
    public func inotify(
        _ path: String, mask: UInt32, handler: @escaping @MainActor (InotifyEvent) -> Void
    ) throws(SystemError) -> EventSource {
        try EventSource(Handler(handler), "sd_event_add_inotify") { source, userdata in
            sd_event_add_inotify(
                pointer, source, path, mask,
                { _, event, userdata in
                    guard let event else { return 0 }
                    return Handler.call(userdata, InotifyEvent(event.pointee, name: csystemd_inotify_name(event)))
                }, userdata)
        }
    }

    /// Calls `handler` once, when the child process `pid` has ended, and reaps it: sd_event_add_child(3).
    ///
    /// The kernel reports the end through a pidfd, so that no signal can be lost and no recycled pid mistaken for the
    /// child. sd-event still requires SIGCHLD to be blocked in the calling thread, and this method blocks it. Other
    /// threads do not matter, because nothing is read from the signal and it is ignored by default. The source owns the
    /// child: a source that is cancelled before the end kills the child with SIGKILL and reaps it. Throws `ESRCH` when
    /// there is no such process, `EBUSY` when it is watched already.
    public func child(
        _ pid: pid_t, handler: @escaping @MainActor (ChildExit) -> Void
    ) throws(SystemError) -> EventSource {
        try block(signal: SIGCHLD)
        let source = try EventSource(Handler(handler), "sd_event_add_child") { source, userdata in
            sd_event_add_child(
                pointer, source, pid, WEXITED,
                { _, info, userdata in
                    guard let info else { return 0 }
                    return Handler.call(userdata, ChildExit(info))
                }, userdata)
        }
        try check(sd_event_source_set_child_process_own(source.pointer, 1), "sd_event_source_set_child_process_own")
        return source
    }

    /// Starts a program and calls `handler` once when it has ended, see ``child(_:handler:)``.
    ///
    /// - Throws: `ENOENT`, `EACCES`, `ENOEXEC`, … when it cannot be executed.
    public func spawn(
        _ program: ChildProgram, handler: @escaping @MainActor (ChildExit) -> Void
    ) throws(SystemError) -> ChildProcess {
        let pid = try program.start()
        do throws(SystemError) { return ChildProcess(pid: pid, source: try child(pid, handler: handler)) } catch {
            kill(pid, SIGKILL)
            waitpid(pid, nil, 0)
            throw error
        }
    }

    /// Calls `work` once, in the next turn of the loop, after everything pending now: sd_event_add_defer(3).
    ///
    /// Closures deferred in one turn run together and in order. A closure that defers itself again lets every source
    /// run that has become ready meanwhile: this is how long work is done in slices.
    public func `defer`(_ work: @escaping @MainActor () -> Void) {
        deferred.append(work)
        guard deferSource == nil else { return }
        // A new source each time: a re-enabled source counts as pending since its creation, and would always go before
        // the others.
        do throws(SystemError) {
            deferSource = try EventSource(
                Handler<Void> { [weak self] in self?.performDeferred() }, "sd_event_add_defer"
            ) { source, userdata in
                sd_event_add_defer(pointer, source, { _, userdata in Handler<Void>.call(userdata, ()) }, userdata)
            }
        } catch {
            // Only a loop that has finished refuses, and nothing comes after that.
            precondition(error.code == ESTALE, "\(error)")
            deferred = []
        }
    }

    private func performDeferred() {
        let works = deferred
        deferred = []
        deferSource = nil
        for work in works { work() }
    }

    private func block(signal number: Int32) throws(SystemError) {
        var set = sigset_t()
        sigemptyset(&set)
        guard sigaddset(&set, number) == 0 else { throw SystemError(code: EINVAL, call: "sigaddset") }
        try check(-pthread_sigmask(SIG_BLOCK, &set, nil), "pthread_sigmask")
    }
}
