import GardenAPI

/// The categories in their order, one per line: id, name and colour.
func categoriesText(_ categories: [Category], _ style: Style) -> String {
    let idWidth = categories.map { "\($0.id)".count }.max() ?? 0
    let nameWidth = categories.map { printable($0.name).columns }.max() ?? 0
    return categories.map { category in
        let color = style.painted(category.color.text, category.color)
        return "\("\(category.id)".indented(to: idWidth))  \(printable(category.name).padded(to: nameWidth))  \(color)"
    }.joined(separator: "\n")
}

/// A category after a change: `added Reading (3, blue)`.
func categoryText(_ verb: String, _ category: Category, _ style: Style) -> String {
    "\(verb) \(style.bold(printable(category.name))) "
        + "(id \(category.id), \(style.painted(category.color.text, category.color)), "
        + "position \(category.position))"
}
