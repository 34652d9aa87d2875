import GardenAPI

extension SettingsReport {
    /// The setting `stats.week_start`.
    var weekStart: WeekStart { values["stats.week_start"].flatMap { try? WeekStart(json: $0) } ?? .system }
}

extension WeekStart {
    /// The weekday with which weeks begin: 1 for Monday … 7 for Sunday.
    func firstWeekday(in style: Style) -> Int {
        switch self {
        case .monday: 1
        case .sunday: 7
        case .system: style.firstWeekday
        }
    }
}

/// The weekday with which weeks begin in the territory of the locale for times: Sunday where the Unicode CLDR says so,
/// otherwise Monday.
func firstWeekday(ofLocaleIn environment: EnvironmentVariables) -> Int {
    let names = ["LC_ALL", "LC_TIME", "LANG"].compactMap { environment[$0] }
    guard let name = names.first(where: { !$0.isEmpty }), let underscore = name.firstIndex(of: "_") else { return 1 }
    return territoriesBeginningOnSunday.contains(String(name[underscore...].dropFirst().prefix(2))) ? 7 : 1
}

/// CLDR 46, supplemental/weekData, firstDay "sun".
private let territoriesBeginningOnSunday: Set = [
    "AG", "AS", "BD", "BR", "BS", "BT", "BW", "BZ", "CA", "CO", "DM", "DO", "ET", "GT", "GU", "HK", "HN", "ID", "IL",
    "IN", "JM", "JP", "KE", "KH", "KR", "LA", "MH", "MM", "MO", "MT", "MX", "MZ", "NI", "NP", "PA", "PE", "PH", "PK",
    "PR", "PT", "PY", "SA", "SG", "SV", "TH", "TT", "TW", "UM", "US", "VE", "VI", "WS", "YE", "ZA", "ZW",
]
