import GardenAPI
import SystemdKit

extension LoginSession.Status {
    /// The `doctor` check of the presence.
    public var check: HealthCheck {
        switch self {
        case .busMissing: unknown("there is no system bus")
        case .logindMissing: unknown("systemd-logind is not running")
        case .asking: unknown("systemd-logind has not answered yet")
        case .refused(let error): unknown("systemd-logind refuses to report it: \(error)", verdict: .warning)
        case .noDisplaySession: unknown("you have no desktop session")
        case .following(let session): check(of: session)
        }
    }

    private func check(of session: LoginSession.FollowedSession) -> HealthCheck {
        let name = "session \(session.id) (\(session.type)\(session.isRemote ? ", remote" : ""))"
        if session.type == "tty" { return unknown("\(name) is a text session") }
        return session.hasReportedAbsence
            ? HealthCheck("presence", .ok, "follows \(name)")
            : HealthCheck(
                "presence", .ok, "unknown: \(name) has not reported yet that you are away",
                advice: "if your desktop never does, run swayidle -w timeout 300 'gardenctl presence idle' "
                    + "resume 'gardenctl presence active', or see contrib/presence")
    }

    private func unknown(_ reason: String, verdict: HealthCheck.Verdict = .ok) -> HealthCheck {
        HealthCheck("presence", verdict, "unknown: \(reason)")
    }
}

extension SleepInhibitor.Status {
    /// The `doctor` check of the preparation for sleep.
    public var check: HealthCheck {
        switch self {
        case .busMissing: unannounced("there is no system bus")
        case .logindMissing: unannounced("systemd-logind is not running")
        case .asking: HealthCheck("sleep", .ok, "systemd-logind has not answered yet")
        case .held: HealthCheck("sleep", .ok, "sleep waits until the garden is on disk")
        case .releasedForSleep: HealthCheck("sleep", .ok, "the machine is about to sleep")
        case .refused(let error):
            HealthCheck("sleep", .warning, "sleep does not wait until the garden is on disk: \(error)")
        }
    }

    private func unannounced(_ reason: String) -> HealthCheck {
        HealthCheck("sleep", .ok, "noticed afterwards by the clocks: \(reason)")
    }
}
