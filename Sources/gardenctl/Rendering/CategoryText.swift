import GardenAPI

/// The categories in their order, one per line: id, name, colour and the number of open tasks.
func categoriesText(_ categories: [ListedCategory], _ style: Style) -> String {
    let idWidth = categories.map { "\($0.category.id)".count }.max() ?? 0
    let nameWidth = categories.map { printable($0.category.name).columns }.max() ?? 0
    let colorWidth = categories.map { $0.category.color.text.count }.max() ?? 0
    return categories.map { listed in
        let (category, color) = (listed.category, listed.category.color)
        let painted = style.painted(color.text, color)
        let head =
            "\("\(category.id)".indented(to: idWidth))  \(printable(category.name).padded(to: nameWidth))  \(painted)"
        guard listed.open > 0 else { return head }
        let gap = String(repeating: " ", count: colorWidth - color.text.count)
        return "\(head)\(gap)  \(listed.open.counted("open task"))"
    }.joined(separator: "\n")
}

/// A category after a change: `added Reading (3, blue)`.
func categoryText(_ verb: String, _ category: Category, _ style: Style) -> String {
    "\(verb) \(style.bold(printable(category.name))) "
        + "(id \(category.id), \(style.painted(category.color.text, category.color)), "
        + "position \(category.position))"
}
