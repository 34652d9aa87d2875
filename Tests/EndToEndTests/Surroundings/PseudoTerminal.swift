import Glibc
import TestSupport

/// A terminal without a window, on which a program runs.
final class PseudoTerminal {
    private let master: Int32
    private let slave: Int32
    private let path: String
    /// TIOCSPTLCK and TIOCGPTN (ioctl_tty(2)), which Swift does not show.
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430
    /// Everything that was written to it.
    private(set) var output = ""
    private(set) var bytes: [UInt8] = []
    private var screen = ScreenText(columns: 0, rows: 0)

    /// - Parameter isPlain: whether it passes on what is written to it as it is, and does not repeat what is typed.
    init(columns: UInt16 = 80, rows: UInt16 = 24, isPlain: Bool = false) throws {
        // posix_openpt(3) and its companions are not visible in Swift; they do this (pts(4)).
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (isLocked, number): (Int32, Int32) = (0, 0)
        guard master >= 0, ioctl(master, Self.setLock, &isLocked) == 0,
            ioctl(master, Self.getNumber, &number) == 0
        else {
            throw TestFailure(call: "open")
        }
        path = "/dev/pts/\(number)"
        slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard slave >= 0 else { throw TestFailure(call: "open") }
        resize(columns: columns, rows: rows)
        guard isPlain else { return }
        var modes = termios()
        guard tcgetattr(slave, &modes) == 0 else { throw TestFailure(call: "tcgetattr") }
        modes.c_oflag &= ~tcflag_t(OPOST)
        modes.c_lflag &= ~tcflag_t(ECHO)
        guard tcsetattr(slave, TCSANOW, &modes) == 0 else { throw TestFailure(call: "tcsetattr") }
    }

    deinit {
        close(slave)
        close(master)
    }

    /// Starts a program that has this terminal as its own: the keys of signals reach it.
    ///
    /// - Parameter showsErrors: whether it gets its standard error, too.
    func start(
        _ arguments: [String], environment: [String: String], showsErrors: Bool = false
    ) throws -> Program {
        try Program(
            ["/usr/bin/setsid", "-c"] + arguments, environment: environment, input: slave, output: slave,
            errors: showsErrors ? path : nil)
    }

    func resize(columns: UInt16, rows: UInt16) {
        screen = ScreenText(columns: Int(columns), rows: Int(rows))
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    func type(_ keys: String) { _ = Array(keys.utf8).withUnsafeBytes { write(master, $0.baseAddress, $0.count) } }

    /// Reads until the text has been written, since the last such call.
    @discardableResult
    func awaitOutput(_ text: String) throws -> String {
        var read = ""
        func take(_ text: String) { read += text }
        try readOn(until: "the output \(text.debugDescription)", take) { read.contains(text) }
        return read
    }

    /// Reads until a line of the screen contains the text, or until none does.
    func awaitScreen(_ text: String, isShown: Bool = true) throws {
        try readOn(until: "\(isShown ? "" : "no ")\(text) on the screen") {
            screen.lines.contains { $0.contains(text) } == isShown
        }
    }

    /// A program that draws each second must not put off the end of the wait.
    private func readOn(
        until what: String, _ take: (String) -> Void = { _ in }, _ isReached: () -> Bool
    ) throws {
        var waitLimit = WaitLimit()
        while !isReached() {
            _ = try awaitReadiness(of: [master], waitLimit: &waitLimit, what: "\(what): \(screen.lines)")
            take(chunk())
        }
    }

    /// Reads while a program runs, and what it has written at its end.
    func readToEnd(of program: Program) throws {
        var waitLimit = WaitLimit(with: program.pid)
        while !program.hasEnded {
            let ready = try awaitReadiness(
                of: [master, program.endDescriptor], waitLimit: &waitLimit, what: "the end of a program on a terminal")
            if ready[0] { _ = chunk() }
        }
        _ = rest()
    }

    /// What can be read now.
    func rest() -> String {
        var read = ""
        while isReady(master) { read += chunk() }
        return read
    }

    private func chunk() -> String {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = read(master, &buffer, buffer.count)
        bytes += buffer[..<max(0, count)]
        let text = String(decoding: buffer[..<max(0, count)], as: UTF8.self)
        output += text
        screen.receive(text)
        return text
    }

    /// Its modes, to be compared.
    var modes: [UInt8] {
        var modes = termios()
        tcgetattr(slave, &modes)
        return withUnsafeBytes(of: &modes) { Array($0) }
    }
}
