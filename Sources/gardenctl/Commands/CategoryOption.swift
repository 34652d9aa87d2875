import ArgumentParser

/// What the category of a command is.
protocol CategoryUse {
    /// The meaning of the option.
    static var help: String { get }
}

/// A category by its name or id: all words up to the next option, so that a name of several words needs no quotes.
struct CategoryOption<Use: CategoryUse>: ParsableArguments {
    @Option(
        name: [.customShort("c"), .customLong("category")], parsing: .upToNextOption,
        help: ArgumentHelp("\(Use.help)", valueName: "category"), completion: Completions.categories)
    var words: [String] = []

    /// `nil` if it is not given.
    ///
    /// - Precondition: ``validate()`` has passed.
    private(set) var reference: Reference?

    private enum CodingKeys: CodingKey { case words }

    /// As a person wrote it, for requests that accept names only.
    var name: String? { joined(words) }

    mutating func validate() throws {
        guard let name else { return }
        guard let reference = Reference(argument: name) else {
            throw ValidationError("\(printable(name)) is too large for an id")
        }
        self.reference = reference
    }
}

/// The category that something is put into.
enum CategoryOfThing: CategoryUse { static let help = "Its category, by name or id." }

/// Only what is in a category.
enum CategoryFilter: CategoryUse { static let help = "Only this category, by name or id." }

/// Only what is in a category, which is named.
enum NamedCategoryFilter: CategoryUse { static let help = "Only this category." }
