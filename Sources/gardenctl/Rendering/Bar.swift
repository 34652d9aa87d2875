/// A bar filled in the proportion of `part` to `whole`, rounded down: it is full only at 100 %.
///
/// - Parameter isASCII: for a terminal or a reader without block characters.
func bar(_ part: Int, of whole: Int, width: Int, isASCII: Bool = false) -> (filled: String, empty: String) {
    let count = steps(part, of: whole, in: width)
    let (full, empty) = isASCII ? ("#", ".") : ("█", "░")
    return (String(repeating: full, count: count), String(repeating: empty, count: width - count))
}
