import TimeKit

/// The rules of the garden's zone.
///
/// - Parameter name: as the daemon gives it.
func gardenZone(_ name: String) throws(CommandError) -> ZoneRules {
    do { return try ZoneDirectory().load(named: name) } catch {
        throw .system("cannot read the zone \(printable(name)): \(error)")
    }
}
