import GardenAPI
import GardenCore

/// A virtual machine runs no programs, so that a test only returns what hooks would get.
final class SimulatedHooks: SimulatedPart {
    let directives: [any SimulatedDirective.Type] = [HookEnd.self, HookDrop.self]

    let needs = [
        NeedHandler(HookFilesNeed.self) { _, end in end([]) },
        NeedHandler(HookTestNeed.self) { test, end in end(.success(HookTestReport(input: test.input, runs: []))) },
    ]
}

/// Runs of a hook were dropped.
private struct HookDrop: WireObject, SimulatedDirective {
    static let name = "HookDrop"
    static let word = "hookDropped"
    static let refusesUnknownNames = true

    var file: String
    var count: Int

    static let fields = Fields(
        HookDrop.init,
        .required("file", \.file, "the file, relative to the hooks directory"),
        .required("count", \.count, "how many of its runs were dropped"))

    func obey(on machine: VirtualMachine) {
        machine.report(HookDropReport(file: file, count: count, number: machine.now.bootMilliseconds))
    }
}

/// A run of a hook has ended.
private struct HookEnd: WireObject, SimulatedDirective {
    static let name = "HookEnd"
    static let word = "hook"
    static let refusesUnknownNames = true

    var file: String
    var event: String
    var eventSeq: Int
    var problem: String?

    static let fields = Fields(
        HookEnd.init,
        .required("file", \.file, "the file, relative to the hooks directory"),
        .required("event", \.event, "the type of the event that it was for"),
        .required("eventSeq", \.eventSeq, "the number of that event"),
        .optional("problem", \.problem, "why it failed"))

    func obey(on machine: VirtualMachine) {
        machine.report(HookOutcome(file: file, event: EventReference(seq: eventSeq, type: event), problem: problem))
    }
}
