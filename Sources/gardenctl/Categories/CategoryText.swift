import GardenAPI
import TextKit

/// The categories in their order, one per line: id, name, colour and the number of open tasks.
func categoriesText(_ categories: [ListedCategory], _ style: Style) -> String {
    var table = TextTable([.number, .flexible, .text])
    for listed in categories {
        let (category, color) = (listed.category, listed.category.color)
        table.append(
            ["\(category.id)", printable(category.name), style.painted(color.text, color)],
            remark: listed.open > 0 ? listed.open.counted("open task") : "")
    }
    return table.text(style)
}

/// A category after a change: `Added Reading (id 3, blue)`.
///
/// - Parameter position: whether the change was about its position.
func categoryText(_ verb: String, _ category: Category, position: Bool = false, _ style: Style) -> String {
    let place = position ? ", position \(category.position)" : ""
    return "\(verb) \(style.name(category.name)) "
        + "(id \(category.id), \(style.painted(category.color.text, category.color))\(place))"
}
