import Glibc
import SystemPackage

/// The modes of the terminal that a full screen changes, and their return at every end of the process but SIGKILL.
///
/// Signal handlers call these functions. They read what does not change while a handler is installed, and call only what is safe in
/// a handler: write(2), tcsetattr(3), kill(2), raise(3) and signal(2) (signal-safety(7)).
enum TerminalModes {
    /// The descriptors of the terminal.
    // Unsafe because a signal handler can take no lock. It is written only before the handlers are installed, by the one thread that
    // uses the terminal, and then only read.
    private nonisolated(unsafe) static var terminal: (input: Int32, output: Int32) = (STDIN_FILENO, STDOUT_FILENO)
    /// Whether the key of an interrupt is read as any other.
    // Unsafe for the same reason: a handler reads it, and it is written only before one is installed.
    private nonisolated(unsafe) static var takesInterrupt = false

    /// The modes before the first change; `nil` if the input is no terminal.
    private static let original: termios? = {
        var modes = termios()
        return tcgetattr(terminal.input, &modes) == 0 ? modes : nil
    }()

    /// A pipe with a byte for each change of the size and each return from a stop; `nil` if there can be none.
    private static let changes = try? FileDescriptor.pipe(options: [.closeOnExec, .nonBlocking])

    /// The other screen, no cursor, no line wrapping, marked pastes (xterm's private modes 1049, 25, 7 and 2004), cleared.
    private static let entering: StaticString = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h\u{1B}[0m\u{1B}[2J"
    /// A screen may have asked for the mouse (1000 and 1006).
    private static let leaving: StaticString =
        "\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// Signals that end the process, whoever sends them, and those of faults in it.
    private static let endings = [
        SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGXCPU,
    ]

    /// The descriptor that becomes readable when everything has to be drawn again.
    static var changesDescriptor: Int32? { changes?.readEnd.rawValue }

    /// Takes over the terminal, always the same one.
    ///
    /// - Throws: if the input is no terminal.
    static func enter(input: Int32, output: Int32, takesInterrupt: Bool) throws(Errno) {
        (terminal, self.takesInterrupt) = ((input, output), takesInterrupt)
        guard original != nil, changes != nil else { throw .inappropriateIOCTLForDevice }
        for number in endings { handle(number, restoreAndEnd) }
        handle(SIGTSTP, restoreAndStop)
        handle(SIGWINCH, noteChange)
        take()
    }

    /// Gives the terminal back as it was.
    static func leave() {
        giveBack()
        for number in endings + [SIGTSTP, SIGWINCH] {
            var present = sigaction()
            // An ignored signal, as after nohup(1), stays ignored.
            if sigaction(number, nil, &present) == 0, !present.isIgnored { signal(number, SIG_DFL) }
        }
    }

    /// Whether everything has to be drawn again, since the last call.
    static func takeChanges() -> Bool {
        var hasChanged = false
        var buffer = (UInt64(0), UInt64(0))
        guard let reader = changes?.readEnd.rawValue else { return false }
        while withUnsafeMutableBytes(of: &buffer, { read(reader, $0.baseAddress, $0.count) }) > 0 { hasChanged = true }
        return hasChanged
    }

    private static func handle(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
        var (action, before) = (sigaction(), sigaction())
        guard sigaction(number, nil, &before) == 0, !before.isIgnored else { return }
        action.__sigaction_handler.sa_handler = handler
        sigemptyset(&action.sa_mask)
        action.sa_flags = SA_RESTART
        sigaction(number, &action, nil)
    }

    fileprivate static func take() {
        guard var modes = original else { return }
        // Keys come one by one and are not shown; those of signals still send them.
        modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
        // Control-S would stop the drawing.
        modes.c_iflag &= ~tcflag_t(IXON)
        // 0 disables the key (termios(3)).
        if takesInterrupt { withUnsafeMutableBytes(of: &modes.c_cc) { $0[Int(VINTR)] = 0 } }
        tcsetattr(terminal.input, TCSANOW, &modes)
        write(entering)
    }

    fileprivate static func giveBack() {
        guard var modes = original else { return }
        write(leaving)
        tcsetattr(terminal.input, TCSANOW, &modes)
    }

    private static func write(_ text: StaticString) {
        _ = Glibc.write(terminal.output, text.utf8Start, text.utf8CodeUnitCount)
    }

    fileprivate static func wake() {
        var byte: UInt8 = 0
        // A full pipe has woken the reader already.
        if let writer = changes?.writeEnd.rawValue { _ = Glibc.write(writer, &byte, 1) }
    }
}

extension sigaction {
    /// The handler SIG_IGN has no name in Swift that can be compared; its value is 1 (signal(2)).
    fileprivate var isIgnored: Bool { unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self) == 1 }
}

private func restoreAndEnd(_ number: Int32) {
    TerminalModes.giveBack()
    signal(number, SIG_DFL)
    // Takes effect when this handler returns; a fault occurs again there.
    raise(number)
}

private func restoreAndStop(_ number: Int32) {
    let before = errno
    TerminalModes.giveBack()
    kill(getpid(), SIGSTOP)
    // From here on, the process has been continued.
    TerminalModes.take()
    TerminalModes.wake()
    errno = before
}

private func noteChange(_ number: Int32) {
    let before = errno
    TerminalModes.wake()
    errno = before
}
