import ArgumentParser
import GardenAPI

/// `refund`, which is also a command of the shop.
struct RefundCommand: RefundingCommand {
    static let configuration = CommandConfiguration(
        commandName: "refund",
        abstract: "Return a purchase made today.",
        discussion: """
            Without a number, it returns the newest one. You get back what you paid. If it counted as spending, the \
            meter goes down again.

              gardenctl refund
              gardenctl refund 7
            """)

    @OptionGroup var purchase: RefundArguments
    @OptionGroup var common: CommonOptions
}

/// The purchase to return.
struct RefundArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The number of the purchase, as shown by `buy` (default: today's newest).", valueName: "purchase"),
        completion: Completions.purchases)
    var word: String?

    var number: Int? { word.flatMap { Int($0) } }

    func validate() throws {
        guard let word, number == nil else { return }
        throw ValidationError(
            """
            a purchase is given by its number, as shown by buy, not by \(JSON.string(printable(word)).excerpt)
              To return today's newest purchase: gardenctl refund
              To list purchases: gardenctl events --topic shop.bought
            """)
    }
}

protocol RefundingCommand: AskingCommand where Asked == ShopRefund {
    var purchase: RefundArguments { get }
}

extension RefundingCommand {
    func request() -> ShopRefund { ShopRefund(purchaseId: purchase.number) }

    func rendered(_ response: Purchase, _ style: Style) -> String { refundText(response, style) }
}
