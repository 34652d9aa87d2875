import GardenAPI
import TextKit
import TimeKit

/// What a list of visits shows besides the visits.
struct VisitListing {
    var visits: [ListedVisit]
    /// The command that shows the next page; `nil` if no more visits follow.
    var commandForMore: String?
    var isTrash = false
    /// Whether a filter applies, so that an empty list does not mean that there are no visits.
    var isFiltered = false
}

/// The visits by logical day, one per line: id, time and name, then distance, kind and labels.
///
/// - Parameter today: `nil` if it is not known.
func visitListText(_ listing: VisitListing, today: CalendarDay? = nil, _ style: Style) -> String {
    var paragraphs: [String] = []
    if listing.visits.isEmpty {
        paragraphs.append(emptyText(listing))
    } else {
        var table = TextTable([.number, .text, .flexible])
        var day: CalendarDay?
        for listed in listing.visits {
            if listed.visit.day != day { table.append(heading: dayHeading(listed.visit.day, today: today)) }
            day = listed.visit.day
            table.append(
                [
                    style.dim("\(listed.visit.id)"), listed.visit.at.clock, printable(listed.visit.shownName),
                ], remark: style.dim(remark(listed, today)))
        }
        paragraphs.append(table.text(style))
    }
    if let command = listing.commandForMore { paragraphs.append("More visits follow: \(command)") }
    return paragraphs.joined(separator: "\n\n")
}

private func emptyText(_ listing: VisitListing) -> String {
    if listing.commandForMore != nil { return "No visit found so far." }
    if listing.isFiltered { return "No visits match." }
    if listing.isTrash { return "The trash is empty." }
    return "No visits yet. Add one: gardenctl visit add --lat LATITUDE --lon LONGITUDE"
}

private func remark(_ listed: ListedVisit, _ today: CalendarDay?) -> String {
    let details = listed.visit.details
    var parts = [listed.meters.map(distance), details.kind.map(printable)].compactMap(\.self)
    parts += details.labels.map { "#\(printable($0))" }
    if let group = details.group { parts.append(printable(group)) }
    if !details.members.isEmpty { parts.append("with \(details.members.map(printable).joined(separator: ", "))") }
    if let day = listed.expiresOn {
        let left = today.map { day.daysSinceEpoch - $0.daysSinceEpoch }
        let isSoon = left.map { $0 < soonDays } ?? false
        parts.append(isSoon ? "expires soon, on \(day)" : "until \(day)")
    }
    return parts.joined(separator: " · ")
}

/// A visit that leaves the trash in fewer days expires soon (RULES V8).
private let soonDays = 3

/// The facilities near a place, with their visits and the shortest distance.
func suggestionsText(_ facilities: [SuggestedFacility], _ style: Style) -> String {
    guard !facilities.isEmpty else { return "No facility of a visit is near." }
    var table = TextTable([.flexible, .number, .number])
    for facility in facilities {
        let remark = [facility.kind, facility.title].compactMap(\.self).map(printable).joined(separator: " · ")
        table.append(
            [printable(facility.facility), facility.visits.counted("visit"), distance(facility.meters)],
            remark: style.dim(remark))
    }
    return table.text(style)
}
