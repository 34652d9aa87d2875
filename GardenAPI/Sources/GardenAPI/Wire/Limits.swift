/// The limits of the protocol, as `daemon.hello` returns them (API §1).
public enum Limits {
    /// The longest line that a client may send, in bytes, without its line feed.
    public static let lineBytes = 1 << 20
    /// The deepest nesting of lists and objects.
    public static let depth = 64
    /// The most time of a session that a garden recorded, in seconds: 62 days, such as of an open focus that was forgotten. One that a
    /// person adds has at most 24 hours.
    public static let secondsOfRecordedSession = 5_356_800
    /// The most experience of a garden that comes from elsewhere: more than decades of focus bring, and each level is an event.
    public static let importedExp = 100_000
    /// The most requests in a batch.
    public static let batchEntries = 100
    /// The most bytes that wait to be sent on one connection.
    public static let queuedBytes = 8 << 20
    /// The most bytes that all connections together may hold, before clients that take nothing are disconnected.
    public static let allQueuedBytes = 64 << 20
    /// The most values in a line, including nested ones: more than a batch needs.
    public static let values = 1 << 14
    /// The longest name of a method, in bytes.
    public static let methodBytes = 64
    /// The longest idempotency key, in characters.
    public static let keyCharacters = 64
    /// The longest reason of an adjustment and the longest note of a spending, in characters.
    static let remarkCharacters = 200
    /// The most categories: like the next ones more than a person has, and few enough that no answer and no change takes long.
    public static let categories = 1000
    /// The most items in the shop.
    public static let items = 20_000
    /// The most counters.
    public static let counters = 1000
    /// The most open tasks.
    public static let openTasks = 20_000
    /// The most lines of a log in one answer.
    public static let logLines = 500
    /// The longest note or edited line of the log, in characters.
    static let logLineCharacters = 1000
    /// The most days of a heat map.
    public static let heatMapDays = 1098
    /// The most days of a summary.
    public static let summaryDays = 732
    /// The most days of a trend.
    public static let trendDays = 366
    /// The most days that can be made days off in one change.
    public static let daysOffAtOnce = 366
    /// The most single days off.
    public static let daysOff = 3660
    /// The most labels, the most groups and the most members of visits.
    public static let visitTags = 2000
    /// The most photos of a visit.
    public static let photosOfVisit = 4
    /// The most bytes of a photo.
    public static let photoBytes = 20 << 20
}
