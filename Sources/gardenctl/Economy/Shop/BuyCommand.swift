import ArgumentParser
import GardenAPI

/// `buy ITEM`, which is also a command of the shop.
struct BuyCommand: BuyingCommand {
    static let configuration = CommandConfiguration(
        commandName: "buy",
        abstract: "Buy an item of the shop.",
        discussion: """
            The cost is the price times the current rate; if the rate is off, just the price. You can return a purchase \
            until the day ends: `gardenctl refund`. With --at, you bought it earlier: it costs its present price, \
            or --price, times the rate of that time, and counts on that day.

              gardenctl buy New headphones
              gardenctl buy 3 --no-rate
              gardenctl buy Tea --at "mon 15:00" --price 300
            """)

    @OptionGroup var purchase: PurchaseArguments
    @OptionGroup var common: CommonOptions
}

/// The item to buy, and the share of its price to pay.
struct PurchaseArguments: ParsableArguments {
    @OptionGroup var target: ReferenceWords<NamedItem>

    @Flag(
        inversion: .prefixedNo,
        help: "Apply the rate to this purchase or not (default: as set with `gardenctl rate on` or `off`).")
    var rate: Bool?

    @OptionGroup var past: PastTimeOption

    @Option(
        help: ArgumentHelp(
            "Its price before the rate, if it was another one (default: the price now).", valueName: "price"))
    var price: Int?
}

protocol BuyingCommand: AskingCommand where Asked == ShopBuy {
    var purchase: PurchaseArguments { get }
}

extension BuyingCommand {
    func request() -> ShopBuy {
        let item = purchase.target.reference
        return ShopBuy(
            id: item.id, name: item.name, applyRate: purchase.rate, at: purchase.past.text, price: purchase.price)
    }

    func rendered(_ response: Purchase, _ style: Style) -> String { purchaseText(response, style) }

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        let answer = try answer(from: client)
        let meta = client.meta
        guard !common.json, meta[ShopBuy.endedDayName] != nil else {
            try show(answer, in: context)
            if !common.json { try purchase.past.printTime(meta, in: context) }
            return
        }
        try context.print(purchaseText(answer.value(), isReturnable: false, context.style))
        try purchase.past.printTime(meta, in: context)
        if let text = meta[RateAdd.meterOfDayName].flatMap(meterOfDayText) { try context.print(text) }
        try context.print("To take it back: gardenctl undo")
    }
}
