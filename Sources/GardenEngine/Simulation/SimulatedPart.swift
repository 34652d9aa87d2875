import GardenAPI
import GardenCore

/// What a feature adds to a virtual machine: its directives, and what it obtains for requests.
protocol SimulatedPart: AnyObject {
    var directives: [any SimulatedDirective.Type] { get }
    var needs: [NeedHandler] { get }

    /// The daemon has started on the machine. What the machine reports by itself is reported again.
    func begin(on machine: VirtualMachine, _ engine: Engine)

    /// The power was cut.
    func reboot()

    /// Adds to the answer to `daemon.hello` what only this part knows.
    func complete(_ hello: inout Hello)

    /// What `daemon.doctor` says about it; `nil` while there is nothing to say.
    func check(of engine: Engine) -> HealthCheck?
}

extension SimulatedPart {
    var directives: [any SimulatedDirective.Type] { [] }
    var needs: [NeedHandler] { [] }
    func begin(on machine: VirtualMachine, _ engine: Engine) {}
    func reboot() {}
    func complete(_ hello: inout Hello) {}
    func check(of engine: Engine) -> HealthCheck? { nil }
}

/// An instruction to a part of the virtual machine.
protocol SimulatedDirective: Sendable {
    /// The member of the directive's object that has its value.
    static var word: String { get }

    /// How it is written, for the help; `nil` for one that only tests need.
    static var form: String? { get }

    init(json: JSON) throws(ValidationError)

    func obey(on machine: VirtualMachine)
}

extension SimulatedDirective {
    static var form: String? { nil }
}

extension VirtualMachine {
    /// How the directives of its parts are written, for the help.
    public static var directiveForms: [String] { SimulatedParts.all.flatMap(\.directives).compactMap { $0.form } }
}
