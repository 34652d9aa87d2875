/// A bar that is filled as far as `part` is of `whole`, rounded down: full only when it is.
func bar(_ part: Int, of whole: Int, width: Int) -> (filled: String, empty: String) {
    let count = whole > 0 ? min(max(part, 0), whole) * width / whole : 0
    return (String(repeating: "█", count: count), String(repeating: "░", count: width - count))
}
