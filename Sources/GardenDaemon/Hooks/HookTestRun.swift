import GardenAPI
import GardenCore
import SystemdKit

/// A test of hooks: runs them one after the other, and keeps the beginning of what each prints.
final class HookTestRun {
    private static let mostOutputBytes = 16 << 10

    private let input: HookInput
    private let runner: ProgramRunner
    private let loop: EventLoop
    private let onEnd: (HookTestReport) -> Void
    private var waiting: [(HookFile, UserProgram)]
    private var runs: [HookRun] = []

    /// - Parameter onEnd: called once, after ``begin()``.
    init(
        _ programs: [(HookFile, UserProgram)], input: HookInput, runner: ProgramRunner, on loop: EventLoop,
        onEnd: @escaping (HookTestReport) -> Void
    ) {
        waiting = programs
        self.input = input
        self.runner = runner
        self.loop = loop
        self.onEnd = onEnd
    }

    func begin() {
        guard !waiting.isEmpty else {
            return onEnd(HookTestReport(input: input, runs: runs))
        }
        let (file, program) = waiting.removeFirst()
        if let problem = file.problem { return end(file, problem, nil, milliseconds: 0) }
        start(file, program)
    }

    private func start(_ file: HookFile, _ program: UserProgram) {
        var program = program
        let output: OutputPipe
        do throws(SystemError) { output = try OutputPipe(limitBytes: Self.mostOutputBytes, on: loop) } catch {
            return end(file, "cannot be started: \(error)", nil, milliseconds: 0)
        }
        program.output = output
        let begin = Clocks.monotonicMicroseconds
        runner.run(program) { [weak self] problem in
            let milliseconds = (Clocks.monotonicMicroseconds - begin) / 1000
            self?.end(file, problem, output, milliseconds: Int(milliseconds))
        }
    }

    private func end(_ file: HookFile, _ problem: String?, _ output: OutputPipe?, milliseconds: Int) {
        output?.drain()
        runs.append(
            HookRun(
                file: file.file, problem: problem, output: String(decoding: output?.bytes ?? [], as: UTF8.self),
                omittedBytes: output?.omittedBytes ?? 0, milliseconds: milliseconds))
        begin()
    }
}
