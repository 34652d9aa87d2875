/// A bar filled in the proportion of `part` to `whole`, rounded down: it is full only at 100 %.
func bar(_ part: Int, of whole: Int, width: Int) -> (filled: String, empty: String) {
    let count = whole > 0 ? min(max(part, 0), whole) * width / whole : 0
    return (String(repeating: "█", count: count), String(repeating: "░", count: width - count))
}
