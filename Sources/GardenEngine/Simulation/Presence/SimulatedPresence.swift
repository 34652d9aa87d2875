import GardenAPI
import GardenCore

/// The login session of a virtual machine.
final class SimulatedPresence: SimulatedPart {
    private var presence = Presence.unknown
    /// Whether it has reported an absence in this boot.
    private var hasProved = false

    let directives: [any SimulatedDirective.Type] = [Presence.self]

    func begin(on machine: VirtualMachine, _ engine: Engine) {
        if presence != .unknown { engine.note(report) }
    }

    func reboot() { (presence, hasProved) = (.unknown, false) }

    private var report: LoginPresence { LoginPresence(presence, hasProved: hasProved) }

    fileprivate func become(_ presence: Presence, on machine: VirtualMachine) {
        self.presence = presence
        hasProved = hasProved || presence == .idle || presence == .locked
        machine.report(report)
    }
}

/// The login session reports it.
extension Presence: SimulatedDirective {
    static let word = "presence"
    static let form: String? = #"{"presence":"active"|"idle"|"locked"|"unknown"}"#

    func obey(on machine: VirtualMachine) {
        machine.part(SimulatedPresence.self).become(self, on: machine)
    }
}
