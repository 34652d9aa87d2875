import GardenAPI
import TextKit
import TimeKit

/// Visits that belong to another one.
struct RelatedVisits {
    /// Earlier ones near its place.
    var near: [ListedVisit] = []
    /// Others of its group.
    var group: [ListedVisit] = []
}

/// A visit with all its facts, and the visits that belong to it.
///
/// - Parameter folder: the folder of photos; `nil` if it is not known.
func visitText(
    _ visit: Visit, with related: RelatedVisits = RelatedVisits(), photosIn folder: String? = nil, _ style: Style
) -> String {
    let title = printable(visit.shownName).wrapped(to: style.columns).map(style.bold)
    var rows = [("visit", "\(visit.id) · \(printable(visit.uid))")]
    if let trashedAt = visit.trashedAt { rows.append(("in the trash", "since \(trashedAt.dateAndTime)")) }
    rows += factRows(visit, isWhole: true)
    var paragraphs = [(title + [table(rows, style)]).joined(separator: "\n")]
    if let comment = visit.details.comment {
        paragraphs.append(
            comment.split(separator: "\n", omittingEmptySubsequences: false).map { printable(String($0)) }
                .flatMap { $0.wrapped(to: style.columns) }.joined(separator: "\n"))
    }
    if !visit.details.photos.isEmpty { paragraphs.append(photosText(visit.details.photos, in: folder, style)) }
    for (heading, visits) in [("Earlier near here", related.near), ("The same group", related.group)] {
        guard !visits.isEmpty else { continue }
        var listing = TextTable([.number, .flexible])
        for listed in visits {
            let facts = [listed.visit.at.dateAndTime, listed.meters.map(distance)].compactMap(\.self)
            listing.append(
                [style.dim("\(listed.visit.id)"), printable(listed.visit.shownName)],
                remark: style.dim(facts.joined(separator: " · ")))
        }
        paragraphs.append("\(style.bold(heading))\n\(listing.text(style))")
    }
    return paragraphs.joined(separator: "\n\n")
}

/// `Added Tokyo Station (id 1)`
func visitLine(_ verb: String, _ visit: Visit, _ style: Style) -> String {
    let tail = "(id \(visit.id))"
    let room = style.columns.map { max(10, $0 - verb.columns - tail.columns - 2) }
    return "\(verb) \(style.bold(printable(visit.shownName).cut(to: room))) \(tail)"
}

/// A visit that was added at the place where the machine is. It is signed, unless the garden's key is not there (RULES V4).
func locatedVisitText(_ visit: Visit, _ style: Style) -> String {
    let added = "\(visitLine("Added", visit, style))\n\(visitFacts(visit, style))"
    guard !visit.signed else { return added }
    return added + "\n" + style.warning("It is not signed; to find out why: gardenctl doctor")
}

/// When and where a visit was, and what is said about it, after a change.
func visitFacts(_ visit: Visit, _ style: Style) -> String { table(factRows(visit, isWhole: false), style) }

private func factRows(_ visit: Visit, isWhole: Bool) -> [(String, String)] {
    let details = visit.details
    var rows = [("when", when(visit))]
    let accuracy = visit.accuracy.map { ", ± \($0.json.text) m" } ?? ""
    rows.append(("where", "\(visit.latitude.json.text), \(visit.longitude.json.text)\(accuracy)"))
    func add(_ name: String, _ text: String?) {
        if let text { rows.append((name, printable(text))) }
    }
    // The name in the first line is one of these.
    if details.title != nil { add("facility", details.facility) }
    if details.title != nil || details.facility != nil { add("address", details.address) }
    add("kind", details.kind)
    add("labels", details.labels.isEmpty ? nil : details.labels.joined(separator: ", "))
    add("group", details.group)
    add("members", details.members.isEmpty ? nil : details.members.joined(separator: ", "))
    if !isWhole { add("comment", details.comment) }
    if !isWhole, !details.photos.isEmpty { add("photos", "\(details.photos.count)") }
    if isWhole { rows.append(("source", "\(visit.source.rawValue), \(visit.signed ? "signed" : "not signed")")) }
    return rows
}

/// `2026-03-10 01:30, of 2026-03-09`: the logical day if it is another than the date.
private func when(_ visit: Visit) -> String {
    visit.at.date == visit.day ? visit.at.dateAndTime : "\(visit.at.dateAndTime), of \(visit.day)"
}

/// `91 m`, `6.13 km`, `20015 km`
func distance(_ meters: Meters) -> String {
    let whole = (meters.millimeters + 500) / 1000
    guard whole >= 1000 else { return "\(whole) m" }
    guard whole < 100_000 else { return "\((whole + 500) / 1000) km" }
    let hundredths = (whole + 5) / 10
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) km"
}

/// Names with values, as in the text of a task.
private func table(_ rows: [(String, String)], _ style: Style) -> String {
    let width = rows.map { $0.0.columns }.max() ?? 0
    return rows.map { name, value in
        "  \(style.dim(name.padded(to: width)))  \(value)".fitted(to: style.columns)
    }.joined(separator: "\n")
}
