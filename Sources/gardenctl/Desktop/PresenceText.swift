import GardenAPI

/// The presence for people, and who reports it.
func presenceText(_ report: PresenceReport, _ style: Style) -> String {
    let source =
        switch (report.source, report.presence) {
        case (.set, _): "reported by a program; `gardenctl presence auto` asks the login session again"
        case (.login, .unknown): "nothing has reported yet that you are away; `gardenctl doctor` says why"
        case (.login, _): "reported by the login session"
        }
    return "\(style.bold(report.presence.rawValue))  \(style.dim(source))"
}
