import TimeKit

/// What an export is of: its first line.
public struct ExportHeader: WireObject, Equatable {
    public static let name = "ExportHeader"
    /// The version of the form of the lines. It rises when a reader of the one before would misread them.
    public static let currentFormat = 1

    /// The version of the form of the lines.
    public var format: Int
    /// The release of gardenctl that wrote it.
    public var version: String
    /// The garden's id.
    public var gardenId: String?
    /// The number of the last event that it includes.
    public var seq: Int
    /// When it was written.
    public var at: Timestamp
    /// The current logical day at that time.
    public var day: CalendarDay
    /// The garden's time zone at that time.
    public var timezone: String

    /// Creates the value from its members.
    public init(
        format: Int = currentFormat, version: String, gardenId: String?, seq: Int, at: Timestamp, day: CalendarDay,
        timezone: String
    ) {
        self.format = format
        self.version = version
        self.gardenId = gardenId
        self.seq = seq
        self.at = at
        self.day = day
        self.timezone = timezone
    }

    public static let fields = Fields(
        ExportHeader.init,
        .required("format", \.format, "the version of the form of the lines"),
        .required("version", \.version, "the release of gardenctl that wrote it"),
        .nullable("gardenId", \.gardenId, "the garden's id"),
        .required("seq", \.seq, "the number of the last event that it includes"),
        .required("at", \.at, "when it was written"),
        .required("day", \.day, "the current logical day at that time"),
        .required("timezone", \.timezone, "the garden's time zone at that time"))
}

/// A level of a deck in an export.
public struct ExportedDrillLevel: WireObject, Equatable {
    public static let name = "ExportedDrillLevel"

    /// The name of the deck.
    public var deck: String
    /// The language that it asks in; `nil` for the deck's default.
    public var language: String?
    /// The level with its record.
    public var level: DrillLevel

    /// Creates the value from its members.
    public init(deck: String, language: String?, level: DrillLevel) {
        self.deck = deck
        self.language = language
        self.level = level
    }

    public static let fields = Fields(
        ExportedDrillLevel.init,
        .required("deck", \.deck, "the name of the deck"),
        .nullable("language", \.language, "the language that it asks in, unless it is the deck's default"),
        .required("level", \.level, "the level with its record"))
}

/// An entry of a deck in an export.
public struct ExportedDrillEntry: WireObject, Equatable {
    public static let name = "ExportedDrillEntry"

    /// The name of the deck.
    public var deck: String
    /// The language that it asks in; `nil` for the deck's default.
    public var language: String?
    /// The entry with what was learned of it.
    public var entry: DrillEntry

    /// Creates the value from its members.
    public init(deck: String, language: String?, entry: DrillEntry) {
        self.deck = deck
        self.language = language
        self.entry = entry
    }

    public static let fields = Fields(
        ExportedDrillEntry.init,
        .required("deck", \.deck, "the name of the deck"),
        .nullable("language", \.language, "the language that it asks in, unless it is the deck's default"),
        .required("entry", \.entry, "the entry with what was learned of it"))
}

/// The last line of an export.
public struct ExportEnd: WireObject, Equatable {
    public static let name = "ExportEnd"

    /// How many lines there are before it.
    public var lines: Int

    /// Creates the value from its members.
    public init(lines: Int) { self.lines = lines }

    public static let fields = Fields(
        ExportEnd.init,
        .required("lines", \.lines, "how many lines there are before it"))
}
