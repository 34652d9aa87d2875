import FileKit
import Glibc
import SystemPackage

/// A terminal that one command fills.
///
/// Between ``enter()`` and ``leave()`` the terminal shows another screen, and what the person types comes key by key.
final class FullScreen {
    /// What a person did at the terminal.
    enum Input: Equatable {
        case key(Key)
        /// The size has changed, or the process was stopped and continued.
        case changed
        /// The terminal is gone.
        case ended
    }

    private let input: Int32
    private let output: Output
    /// Whether the key of an interrupt is one of the keys, rather than a signal.
    private let takesInterrupt: Bool
    private var decoder = KeyDecoder()
    private var shown: Canvas?
    private(set) var isEntered = false

    init(_ output: Output, input: Int32 = STDIN_FILENO, takesInterrupt: Bool = false) {
        (self.output, self.input, self.takesInterrupt) = (output, input, takesInterrupt)
    }

    /// The terminal that controls this process, whatever its streams lead to. The key of an interrupt is one of its keys.
    ///
    /// - Returns: `nil` without a terminal, or if it cannot place the cursor.
    static func ofThisProcess(in context: ProcessContext) -> FullScreen? {
        guard canPlaceCursor(context),
            let terminal = try? FileDescriptor.open(
                "/dev/tty", .readWrite, options: .closeOnExec)
        else { return nil }
        return FullScreen(
            Output(descriptor: terminal.rawValue), input: terminal.rawValue, takesInterrupt: true)
    }

    /// The style of what it shows.
    func style(in context: ProcessContext) -> Style {
        var context = context
        context.output = output
        return context.style
    }

    private static func canPlaceCursor(_ context: ProcessContext) -> Bool {
        let terminal = context.environment["TERM"] ?? ""
        return !terminal.isEmpty && terminal != "dumb"
    }

    /// Whether a terminal can show a full screen: input and output are terminals that can place the cursor.
    static func isPossible(in context: ProcessContext) -> Bool {
        context.isInteractive && canPlaceCursor(context)
    }

    /// The descriptors to wait for: when one is readable, ``inputs()`` has something.
    var descriptors: [Int32] { [input] + [TerminalModes.changesDescriptor].compactMap(\.self) }

    func enter() throws(CommandError) {
        guard !isEntered else { return }
        do throws(Errno) {
            try TerminalModes.enter(input: input, output: output.descriptor, takesInterrupt: takesInterrupt)
        } catch {
            throw .system("cannot use the terminal: \(error)")
        }
        isEntered = true
    }

    func leave() {
        guard isEntered else { return }
        TerminalModes.leave()
        isEntered = false
        shown = nil
    }

    /// A terminal without a window reports 0.
    private static let usualSize = ScreenSize(columns: 80, rows: 24)
    private static let mostSize = ScreenSize(columns: 500, rows: 200)

    var size: ScreenSize {
        var window = winsize()
        guard ioctl(output.descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
            return Self.usualSize
        }
        return ScreenSize(
            columns: min(Int(window.ws_col), Self.mostSize.columns), rows: min(Int(window.ws_row), Self.mostSize.rows))
    }

    /// Shows a canvas; writes only what differs from the one before.
    func show(_ canvas: Canvas) throws(CommandError) {
        let text = canvas.update(from: shown)
        shown = canvas
        guard !text.isEmpty else { return }
        try output.writeAsIs(text)
    }

    /// Waits until ``inputs()`` has something.
    func wait() throws(CommandError) {
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard retryingInterrupted({ Int(poll(&polled, nfds_t(polled.count), -1)) }) > 0 else {
            throw .system("cannot wait for the terminal: \(Errno(rawValue: errno))")
        }
    }

    /// What has happened since the last call; does not wait.
    func inputs() -> [Input] {
        var inputs: [Input] = []
        if TerminalModes.takeChanges() {
            shown = nil
            inputs.append(.changed)
        }
        guard Self.isReadable(input) else { return inputs }
        var (buffer, bytes) = ([UInt8](repeating: 0, count: 256), [UInt8]())
        // A sequence can lie across the end of a full read.
        repeat {
            let count = retryingInterrupted { read(input, &buffer, buffer.count) }
            guard count > 0 else { return inputs + decoder.keys(in: bytes).map(Input.key) + [.ended] }
            bytes += buffer[..<count]
            if count < buffer.count { break }
        } while bytes.count < Self.mostRead && Self.isReadable(input)
        return inputs + decoder.keys(in: bytes).map(Input.key)
    }

    /// As much as a person pastes.
    private static let mostRead = 1 << 16

    private static func isReadable(_ descriptor: Int32) -> Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return retryingInterrupted { Int(poll(&polled, 1, 0)) } > 0
    }
}
