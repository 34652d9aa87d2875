import GardenAPI

/// How the names of categories, items and counters are compared.
enum Names {
    /// Equal for two names that differ only in case (API §2, RULES G1, T2).
    static func folded(_ name: String) -> String { name.folded }
}
