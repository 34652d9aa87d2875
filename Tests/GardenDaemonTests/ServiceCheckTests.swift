import GardenAPI
import Testing

@testable import GardenDaemon

/// The check of the unit and the sandbox. EndToEndTests test the real sandbox from inside.
@MainActor
struct ServiceCheckTests {
    @Test(arguments: [
        (
            ServiceCheck(unit: nil, filtersSystemCalls: false, restrictsWrites: false), HealthCheck.Verdict.ok,
            "not run by systemd: no automatic restart, no sandbox"
        ),
        (
            ServiceCheck(unit: "app-terminal.scope", filtersSystemCalls: true, restrictsWrites: true), .ok,
            "not run by systemd: no automatic restart, no sandbox"
        ),
        (
            ServiceCheck(unit: "gardend.service", filtersSystemCalls: true, restrictsWrites: true), .ok,
            "gardend.service, in its sandbox: it can write to its own directories only"
        ),
        (
            ServiceCheck(unit: "gardend.service", filtersSystemCalls: false, restrictsWrites: true), .ok,
            "gardend.service, in a sandbox that does not filter system calls"
        ),
        (
            ServiceCheck(unit: "gardend.service", filtersSystemCalls: true, restrictsWrites: false), .warning,
            "gardend.service, without most of its sandbox: only system calls are filtered"
        ),
        (
            ServiceCheck(unit: "gardend.service", filtersSystemCalls: false, restrictsWrites: false), .warning,
            "gardend.service, without a sandbox"
        ),
    ])
    func theServiceCheckReportsTheUnitAndTheSandbox(service: ServiceCheck, verdict: HealthCheck.Verdict, detail: String)
    {
        let check = service.check
        #expect(check.name == "service")
        #expect(check.verdict == verdict)
        #expect(check.detail == detail)
    }
}
