import ArgumentParser
import GardenAPI

/// The commands for points, the shop, its rate, and counters.
enum EconomyFeature: ClientFeature {
    static let group = CommandGroup(
        name: "Points and shop",
        subcommands: [
            PointsCommand.self, ShopCommand.self, BuyCommand.self, RefundCommand.self, SpendCommand.self,
            RateCommand.self, InventoryCommand.self,
        ])

    static var concepts: [Concepts.Section] {
        [
            Concepts.Section(
                title: "Points and the shop",
                entries: [
                    Concepts.Entry(
                        "points",
                        "What you earn with tasks, and with focus sessions if you set rewards.points_per_focus. "
                            + "You spend them in the shop."),
                    Concepts.Entry("multiplier", "The points of a task are multiplied by it: 1 or 2."),
                    Concepts.Entry("item", "A reward that you define, with a price in points."),
                    Concepts.Entry(
                        "meter",
                        "The money you spend, as you record it with `spend`, in any unit you like. When a day begins, it falls to the "
                            + "beginning of its tier."),
                    Concepts.Entry(
                        "rate, tier",
                        "The meter sets the tier, and the tier sets the rate, which multiplies the prices: the more you "
                            + "spend, the higher the prices."),
                    Concepts.Entry(
                        "days left", "The number of days until the tier drops by one. It drops when a day begins."),
                    Concepts.Entry(
                        "counter",
                        "A number that you keep for tickets, favours and the like. All counters together are the "
                            + "inventory."),
                ])
        ]
    }

    static var synonyms: [String: [String]] {
        [
            "list": ["shop"], "balance": ["points"], "price": ["shop"], "prices": ["shop"], "rename": ["shop edit"],
            "reward": ["shop", "shop add"], "rewards": ["shop", "shop add"], "earn": ["points adjust", "task add"],
            "bought": ["buy", "shop buy"], "purchase": ["buy", "spend"], "expense": ["spend"], "pay": ["buy", "spend"],
        ]
    }

    static var synonymsOfSubcommands: [String: String] {
        [
            "points add": "points adjust", "points set": "points adjust", "points earn": "points adjust",
            "points spend": "buy",
        ]
    }

    static func advice(on refusal: GardenError) -> String? {
        guard refusal.details["reason"]?.stringValue == RefusalReason.notToday.rawValue,
            refusal.details["purchaseId"] != nil
        else { return nil }
        return "a purchase by mistake can be taken back: gardenctl undo --dry-run"
    }

    static var pastOfKind: [String: String] { ["item": "gardenctl buy", "counter": "gardenctl inventory adjust"] }

    static var listOfKind: [String: String] {
        [
            "item": "gardenctl shop", "counter": "gardenctl inventory",
            "purchase": "gardenctl events --topic shop.bought",
        ]
    }

    static func correction(of word: String, after command: String) -> String? {
        guard command == "rate force", Int(word) != nil else { return nil }
        return "the tier is an option: gardenctl rate force --tier \(printable(word))"
    }
}

extension Completions {
    static let items = names(of: ShopList(), "item")
    static let counters = names(of: InventoryList(), "counter")

    /// The numbers of today's purchases that can be returned, the newest first.
    static let purchases = CompletionKind.custom { words, _, _ in
        let list = JournalList(types: ["shop.bought", "shop.refunded", "shop.dayClosed"])
        var purchases: [Purchase] = []
        for event in ask(list, words)?.arrayValue ?? [] {
            guard let type = event["type"]?.stringValue, type != "shop.dayClosed" else {
                purchases = []
                continue
            }
            guard let data = event["data"], let purchase = try? Purchase(json: data) else { continue }
            purchases.removeAll { $0.purchaseId == purchase.purchaseId }
            if type == "shop.bought" { purchases.append(purchase) }
        }
        return candidates(purchases.reversed().map { ("\($0.purchaseId)", "\($0.item), \(points($0.price))") })
    }
}
