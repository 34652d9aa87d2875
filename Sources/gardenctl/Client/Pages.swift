/// The way through a list that takes several answers. A program that only looks like gardend could answer that there is always more.
struct Pages {
    /// More than any list of a person has.
    private static let most = 1000

    private let method: String
    private var seen: Set<Int> = []

    init(of method: String) { self.method = method }

    /// Notes the place at which the next page begins.
    ///
    /// - Throws: if there was a page from there already, or if there were too many.
    mutating func go(to place: Int) throws(CommandError) {
        guard seen.insert(place).inserted else {
            throw .unreachable("the answers to \(method) repeat themselves\n\(ConnectionFailure.releases)")
        }
        guard seen.count < Self.most else {
            throw .unreachable(
                "the answers to \(method) have more than \(Self.most) pages\n\(ConnectionFailure.releases)")
        }
    }
}
