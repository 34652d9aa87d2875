import ArgumentParser
import CommandGuide
import GardenAPI

/// What a feature adds to gardenctl, beside the commands themselves. ``ClientFeatures/all`` is the only list.
///
/// Everything is a requirement of its own and made when it is asked for, because most commands need one group and nothing else.
protocol ClientFeature: SendableMetatype {
    /// Its commands, under one heading of the help.
    static var group: CommandGroup { get }
    /// Its terms in the glossary.
    static var concepts: [Concepts.Section] { get }
    /// Tables that follow the terms.
    static var tables: [Concepts.Section] { get }
    /// Short forms of its commands, of one word or two.
    static var aliases: [String: [String]] { get }
    /// The words of a command line in the order in which its commands read them, if people type them in another one.
    static func reordered(_ words: [String]) -> [String]
    /// Words of other programs, and the commands that do this here.
    static var synonyms: [String: [String]] { get }
    /// The same of words after a command: `points add`.
    static var synonymsOfSubcommands: [String: String] { get }
    /// Its files and variables in the manual.
    static var files: [CommandPage.Entry] { get }
    static var environment: [CommandPage.Entry] { get }
    /// The command that lists what a name or an id was looked for among, by the `kind` of the refusal.
    static var listOfKind: [String: String] { get }
    /// The command that records what happened with something on another day, by the same `kind`.
    static var pastOfKind: [String: String] { get }
    /// What to type after a refusal; `nil` for others.
    static func advice(on refusal: GardenError) -> String?
    /// The message about a word after a command without subcommands, if it is likely to be meant as an option.
    static func correction(of word: String, after command: String) -> String?
    /// What the list of a command's subcommands does not say.
    static func remark(onSubcommandsOf command: String) -> String?
    /// What `doctor` says about programs that only gardenctl runs.
    ///
    /// - Parameter path: the directories with programs; `nil` for the usual ones.
    static func checks(path: String?) -> [HealthCheck]
    /// The command of a line that keys, bars and hooks run all day; `nil` for others.
    static func action(_ line: PlainCommandLine) -> (any ClientAction)?
}

extension ClientFeature {
    static var concepts: [Concepts.Section] { [] }
    static var tables: [Concepts.Section] { [] }
    static var aliases: [String: [String]] { [:] }
    static func reordered(_ words: [String]) -> [String] { words }
    static var synonyms: [String: [String]] { [:] }
    static var synonymsOfSubcommands: [String: String] { [:] }
    static var files: [CommandPage.Entry] { [] }
    static var environment: [CommandPage.Entry] { [] }
    static var listOfKind: [String: String] { [:] }
    static var pastOfKind: [String: String] { [:] }
    static func advice(on refusal: GardenError) -> String? { nil }
    static func correction(of word: String, after command: String) -> String? { nil }
    static func remark(onSubcommandsOf command: String) -> String? { nil }
    static func checks(path: String?) -> [HealthCheck] { [] }
    static func action(_ line: PlainCommandLine) -> (any ClientAction)? { nil }
}
