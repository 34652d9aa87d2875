import Glibc

/// A program to run as a transient service of the user's service manager: systemd.exec(5), systemd.service(5).
///
/// It has a cgroup of its own, the environment of the user's service manager, and none of our sandbox.
public struct TransientService {
    /// The name of the unit: `gardend-hook-x.service`.
    public var name: String
    public var description: String
    /// The absolute path of the program, and its arguments. Nothing in them is expanded.
    public var arguments: [String]
    /// Variables in addition to the manager's, or in place of them.
    public var variables: [String: String]
    /// The name of its output in the system's journal.
    public var identifier: String
    /// Its standard input.
    public var input: MemoryFile
    /// The descriptor of its standard output; `nil` for the system's journal.
    public var output: Int32?
    /// The descriptor of its standard error; `nil` for the system's journal.
    public var errors: Int32?
    /// The service that it must not outlive; `nil` for none.
    public var owner: String?

    public init(
        name: String, description: String, arguments: [String], variables: [String: String], identifier: String,
        input: MemoryFile, output: Int32? = nil, errors: Int32? = nil, owner: String? = nil
    ) {
        self.name = name
        self.description = description
        self.arguments = arguments
        self.variables = variables
        self.identifier = identifier
        self.input = input
        self.output = output
        self.errors = errors
        self.owner = owner
    }

    /// How long its processes may take to end when they are asked to. A program that ends its own children in that time is not
    /// killed in the midst of it.
    private static let stopSeconds = 3

    /// How a transient service has ended.
    public enum End: Equatable, Sendable {
        /// With status 0, or by a signal that asks a program to end.
        case succeeded
        /// Its main process exited with another status. Statuses from 200 are the manager's own: systemd.exec(5).
        case exited(code: Int32)
        case killed(signal: Int32)
        /// The manager's word: `resources`, `oom-kill`, …
        case failed(result: String)
        /// The manager has not started it.
        case refused(BusError)
        /// It is gone, and the manager did not say how it ended.
        case lost
    }

    /// The properties for StartTransientUnit: org.freedesktop.systemd1(5).
    ///
    /// - Throws: if no descriptor is left.
    func properties() throws(SystemError) -> BusValue {
        let command = BusValue.structure([
            .string(arguments[0]), .array(elementSignature: "s", arguments.map(BusValue.string)),
            .array(elementSignature: "s", [.string("no-env-expand")]),
        ])
        var properties: [(String, BusValue)] = [
            ("Description", .string(description)),
            // The start fails if the program cannot be executed.
            ("Type", .string("exec")),
            // A failed unit would remain until someone resets it.
            ("CollectMode", .string("inactive-or-failed")),
            ("TimeoutStopUSec", .uint64(UInt64(Self.stopSeconds) * 1_000_000)),
            ("SyslogIdentifier", .string(identifier)),
            (
                "Environment",
                .array(
                    elementSignature: "s", variables.sorted { $0.key < $1.key }.map { .string("\($0.key)=\($0.value)") }
                )
            ),
            ("StandardInputFileDescriptor", .descriptor(try BusDescriptor(copying: input.descriptor))),
            ("ExecStartEx", .array(elementSignature: "(sasas)", [command])),
        ]
        if let output {
            properties.append(("StandardOutputFileDescriptor", .descriptor(try BusDescriptor(copying: output))))
        }
        if let errors {
            properties.append(("StandardErrorFileDescriptor", .descriptor(try BusDescriptor(copying: errors))))
        }
        // Not PartOf=: it also restarts the units with the owner, and would run the program a second time.
        if let owner {
            properties.append(("StopPropagatedFrom", .array(elementSignature: "s", [.string(owner)])))
        }
        return .array(
            elementSignature: "(sv)", properties.map { .structure([.string($0.0), .variant($0.1)]) })
    }
}
