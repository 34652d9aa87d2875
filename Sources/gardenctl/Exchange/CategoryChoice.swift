import ArgumentParser
import GardenAPI

/// The categories that an import gives tasks and sessions.
struct CategoryChoice: ParsableArguments {
    @Option(
        name: [.customShort("c"), .long], parsing: .upToNextOption,
        help: ArgumentHelp(
            "The category of all tasks and sessions, instead of those of the file.", valueName: "category"),
        completion: Completions.categories)
    var category: [String] = []

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "The category that a project or list of the file becomes: --map Home.Garden=Garden. It can be repeated.",
            valueName: "project=category"))
    var map: [String] = []

    @Flag(help: "Do not ask before making more than three new categories.")
    var yes = false

    /// By the folded name of the file.
    private var names: [String: String] = [:]

    /// How many new categories are made without a question.
    static let mostWithoutQuestion = 3

    private enum CodingKeys: CodingKey { case category, map, yes }

    mutating func validate() throws {
        for text in map {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts.allSatisfy({ $0.contains { !$0.isWhitespace } }) else {
                throw ValidationError("--map \(printable(text)) needs both names: --map Home.Garden=Garden")
            }
            names[String(parts[0]).folded] = String(parts[1])
        }
    }

    /// The category of an entry.
    ///
    /// - Parameter name: what the file says; `nil` for nothing.
    func name(for name: String?) -> String? {
        category.isEmpty ? name.map { names[$0.folded] ?? $0 } : category.joined(separator: " ")
    }

    /// Asks before it makes more new categories than a few.
    ///
    /// - Parameter names: of all entries.
    /// - Returns: whether to go on.
    func isConfirmed(
        _ names: [String], asking client: Client, in context: ProcessContext
    ) throws(CommandError) -> Bool {
        guard !yes, names.count > Self.mostWithoutQuestion else { return true }
        let known = Set(try client.ask(CategoryList()).value().map(\.category.name.folded))
        let new = names.filter { !known.contains($0.folded) }
        guard new.count > Self.mostWithoutQuestion else { return true }
        let named = new.prefix(10).map { printable($0) }.joined(separator: ", ")
        let more = new.count > 10 ? " and \(new.count - 10) more" : ""
        return try context.isConfirmed(
            "It makes \(new.count) new categories: \(named)\(more). --category or --map gives others. Make them",
            effect: "makes \(new.count) new categories: \(named)\(more). --category NAME or --map OLD=NEW gives others")
    }
}
