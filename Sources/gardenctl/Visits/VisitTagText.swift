import GardenAPI
import TextKit

/// Labels, groups or members, one per line: id, name, visits, the newest one.
func visitTagsText(_ tags: [ListedVisitTag], of kind: String, _ style: Style) -> String {
    guard !tags.isEmpty else { return "No \(kind)s yet. Add one: gardenctl \(kind) add NAME" }
    var table = TextTable([.number, .flexible, .number])
    for listed in tags {
        let latest = listed.latest.map { "last \($0.at.dateAndTime), visit \($0.id)" } ?? ""
        let mark = listed.tag.color.map { "\(style.painted("●", $0)) " } ?? ""
        table.append(
            ["\(mark)\(style.dim("\(listed.tag.id)"))", printable(listed.tag.name), listed.visits.counted("visit")],
            remark: style.dim(latest))
    }
    return table.text(style)
}

/// A label, a group or a member after a change: `Added Park (id 1), blue`.
func visitTagText(_ verb: String, _ tag: VisitTag, _ style: Style) -> String {
    let color = tag.color.map { ", \(style.painted($0.text, $0))" } ?? ""
    return "\(verb) \(style.name(tag.name)) (id \(tag.id))\(color)"
}
