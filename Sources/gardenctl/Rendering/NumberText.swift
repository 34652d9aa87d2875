import GardenAPI

/// "1 point", "500 points"
func points(_ count: Int) -> String { count.counted("point") }
