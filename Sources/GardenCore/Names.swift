import GardenAPI

/// How the names of categories, items and counters are compared.
enum Names {
    /// The same for two names that differ in the case of their letters only (API §2, RULES G1, T2).
    static func folded(_ name: String) -> String { name.folded }
}
