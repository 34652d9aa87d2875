/// Decides when a daemon without requests gives back its code (``ProgramCode``): at the second ping of the watchdog after its
/// last turn, since the daemon is awake then anyway, and once until the next turn.
struct IdleTrimmer {
    private var turnsAtLastPing: Int?
    private var turnsWhenGivenBack: Int?

    /// - Parameter turns: how many turns the server has had.
    mutating func shouldGiveBack(turns: Int) -> Bool {
        defer { turnsAtLastPing = turns }
        guard turns == turnsAtLastPing, turns != turnsWhenGivenBack else { return false }
        turnsWhenGivenBack = turns
        return true
    }
}
