import GardenAPI
import GardenCore

/// The login session of a virtual machine.
final class SimulatedPresence: SimulatedPart {
    fileprivate var presence = Presence.unknown

    let directives: [any SimulatedDirective.Type] = [Presence.self]

    func begin(on machine: VirtualMachine, _ engine: Engine) {
        if presence != .unknown { engine.note(LoginPresence(presence)) }
    }

    func reboot() { presence = .unknown }
}

/// The login session reports it.
extension Presence: SimulatedDirective {
    static let word = "presence"
    static let form: String? = #"{"presence":"active"|"idle"|"locked"|"unknown"}"#

    func obey(on machine: VirtualMachine) {
        machine.part(SimulatedPresence.self).presence = self
        machine.report(LoginPresence(self))
    }
}
