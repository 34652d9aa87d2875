import GardenAPI
import TimeKit

/// An independent account of a household's points, meter and log, following RULES §2 and §3 literally.
struct HouseholdModel {
    /// RULES M9, in tenths.
    private static let rates = [10, 15, 20, 30, 40, 50]

    struct Purchase {
        var id: Int
        var name: String
        var price: Int
        var rate: Int
        var fed: Int
    }

    private(set) var balance = 0
    private(set) var meter = 0
    private(set) var floor = 0
    private(set) var tier = 0
    private(set) var daysLeft = 0
    private(set) var today: CalendarDay
    /// Today's lines, its header first.
    private(set) var lines: [String] = []
    /// The days that ended with more than a header, and their lines.
    private(set) var ended: [(day: CalendarDay, lines: [String])] = []
    private(set) var purchases: [Purchase] = []
    private var lastPurchase = 0
    private var hasMore = false

    init(today: CalendarDay) { self.today = today }

    // MARK: Actions

    mutating func begin(_ day: CalendarDay, _ time: String) {
        if hasMore { ended.append((today, lines)) }
        let (oldTier, oldMeter) = (tier, meter)
        if tier > 0 {
            daysLeft -= 1
            if daysLeft == 0 {
                tier -= 1
                daysLeft = tier > 0 ? 2 : 0
            }
        }
        meter = tier * 3000
        floor = meter
        today = day
        purchases = []
        hasMore = false
        var header = "\(time) \(day) · \(balance) pt · tier \(tier) \(times(Self.rates[tier]))"
        if tier > 0 { header += " · \(left)" }
        if oldTier != tier { header += " · decayed from tier \(oldTier) \(times(Self.rates[oldTier]))" }
        if oldMeter != meter { header += " · meter \(oldMeter) → \(meter)" }
        lines = [header]
    }

    mutating func forgetEnded() { ended = [] }

    mutating func note(_ text: String, _ time: String) { write("\(time) \(text)") }

    mutating func adjust(_ amount: Int, _ reason: String, _ time: String) {
        balance += amount
        write("\(time) \(signed(amount)) pt adjusted: \(reason) → \(balance)")
    }

    /// Whether it is refused for the floor (RULES M12).
    func refuses(_ amount: Int) -> Bool { amount < 0 && floor > 0 && meter + amount < floor }

    mutating func spend(_ amount: Int, _ time: String) { move(to: max(0, meter + amount), time) }

    func price(of base: Int) -> Int { base * Self.rates[tier] / 10 }

    mutating func buy(_ name: String, base: Int, counts: Bool, _ time: String) {
        let (rate, price) = (Self.rates[tier], price(of: base))
        balance -= price
        lastPurchase += 1
        purchases.append(Purchase(id: lastPurchase, name: name, price: price, rate: rate, fed: counts ? base : 0))
        write("\(time) −\(price) pt \(times(rate)) \(name) → \(balance)")
        if counts { move(to: meter + base, time) }
    }

    mutating func refundLast(_ time: String) {
        let purchase = purchases.removeLast()
        balance += purchase.price
        write("\(time) +\(purchase.price) pt \(times(purchase.rate)) refund: \(purchase.name) → \(balance)")
        move(to: max(meter - purchase.fed, min(floor, meter)), time)
    }

    // MARK: Log lines

    private mutating func move(to new: Int, _ time: String) {
        guard new != meter else { return }
        write("\(time) meter \(new) (\(signed(new - meter)))")
        meter = new
        let (old, now) = (tier, min(5, meter / 3000))
        guard now != old else { return }
        tier = now
        daysLeft = now > 0 ? 2 : 0
        write("\(time) rate \(times(Self.rates[old])) → \(times(Self.rates[now]))" + (now > 0 ? " (\(left))" : ""))
    }

    private mutating func write(_ line: String) {
        lines.append(line)
        hasMore = true
    }

    private var left: String { daysLeft == 1 ? "1 day left" : "\(daysLeft) days left" }

    private func times(_ tenths: Int) -> String { "×\(tenths / 10).\(tenths % 10)" }

    private func signed(_ amount: Int) -> String { amount < 0 ? "−\(-amount)" : "+\(amount)" }
}
