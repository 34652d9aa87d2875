import GardenAPI

/// What `gardenctl example` adds to an empty garden, in this order.
///
/// A task pays 500 points for each focus session it is estimated to take; the prices of the shop follow from that. The
/// dates are words, so that they lie ahead whenever they are read.
enum ExampleGarden {
    /// The note of each task. A task with it is not one that a person wrote.
    static let note = "Added by gardenctl example."

    static let tasks = [
        task("Write the report", "Work", focuses: 4, priority: 1, due: "in 3 days 18:00"),
        task("Plan the week", "Work", focuses: 1, remind: "monday 9:00", repeat: "weekly"),
        task("Read a chapter of the textbook", "Study", focuses: 2, due: "sunday"),
        task("Practise vocabulary", "Study", focuses: 1, due: "tomorrow 20:00", repeat: "daily"),
        task("Clean the kitchen", "Home", focuses: 1, due: "saturday 11:00", repeat: "weekly"),
        task("Water and trim the plants", "Home", focuses: 1, remind: "tomorrow 9:00", repeat: "after 4d"),
        task("Go for a run", "Health", focuses: 1, due: "tomorrow 18:30", repeat: "after 2d"),
    ]

    static let items = [
        ShopAdd(name: "Coffee", price: 500, category: "Treats"),
        ShopAdd(name: "Slice of cake", price: 700, category: "Treats"),
        ShopAdd(name: "Episode of a series", price: 1000, category: "Treats"),
        ShopAdd(name: "Evening at the cinema", price: 3000, category: "Outings", countsAsSpending: true),
        ShopAdd(name: "Dinner with friends", price: 6000, category: "Outings", countsAsSpending: true),
    ]

    static let counters = [
        InventoryAdd(name: "Tickets", icon: "🎫", count: 3),
        InventoryAdd(name: "Glasses of water", icon: "💧"),
        InventoryAdd(name: "Days without sugar", icon: "🍬"),
    ]

    /// How many changes they are; undo takes back that many.
    static var count: Int { tasks.count + items.count + counters.count }

    private static func task(
        _ title: String, _ category: String, focuses: Int, priority: Int? = nil, due: String? = nil,
        remind: String? = nil, repeat: String? = nil
    ) -> TaskAdd {
        TaskAdd(
            title: title, category: category, points: 500 * focuses, priority: priority, note: note, due: due,
            remind: remind, repeat: `repeat`, estimate: focuses)
    }
}
