/// The bounds of the wire, as `daemon.hello` tells them (API §1).
public enum Limits {
    /// The longest line a client may send, in bytes, its line feed left out.
    public static let lineBytes = 1 << 20
    /// How many lists and objects may stand inside one another.
    public static let depth = 64
    /// How many requests one batch may carry.
    public static let batchEntries = 100
    /// How many bytes may wait for one connection to take them.
    public static let queuedBytes = 8 << 20
    /// How many values one line may hold, those inside others included: more than a batch can need.
    static let values = 1 << 14
    /// No method's name is longer.
    public static let methodBytes = 64
    /// The longest idempotency key, in characters.
    public static let keyCharacters = 64
    /// The longest reason of an adjustment or note of a spending, in characters.
    static let remarkCharacters = 200
    /// The longest line that is written into the log by hand, in characters.
    static let logLineCharacters = 1000
}
