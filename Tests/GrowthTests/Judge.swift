import Foundation
import WorkKit

/// What a request cost, and how large it was.
struct Cost: Sendable {
    /// Its work units.
    var counts: Work.Counts
    /// Their sum, about nanoseconds.
    var units: Int { counts.sum }
    /// What it returned, changed, and by its documentation looks through, in bytes.
    var extent: Int
    /// Its processor time in seconds of the reference.
    var time = 0.0
    /// That of its longest turn.
    var longest = 0.0

    /// The least of two runs of the same request.
    ///
    /// Now and then a request also completes a block of the tables, for all 256 events of it, or waits for another process.
    func least(_ other: Cost) -> Cost {
        let cheaper = units <= other.units ? self : other
        return Cost(
            counts: cheaper.counts, extent: cheaper.extent, time: min(time, other.time),
            longest: min(longest, other.longest))
    }
}

/// The rules for the work of requests.
enum Judge {
    /// The largest slope of the units against the extent, both logarithmic.
    static let slope = 1.1
    /// How much units may grow without a larger request: depths of trees, digits of numbers.
    static let (slack, slackShare) = (50_000, 0.1)
    /// How many units each byte may take, however few there were with less: whether one of a few events is a large one is chance.
    static let unitsOfByte = 0.6
    /// How much longer than its units a request may take, with optimization.
    static let (secondsOfUnit, secondsBeside) = (3e-9, 0.001)
    /// How long a turn may take, with optimization (ARCHITECTURE: no handler holds the loop longer).
    static let longestTurn = 0.010

    /// Whether the work grows faster than the request.
    ///
    /// - Returns: what is wrong; `nil` if nothing is.
    static func growth(from small: Cost, to large: Cost) -> String? {
        let growth = max(1, Double(large.extent) / Double(max(1, small.extent)))
        let allowed = (Double(small.units) * (1 + slackShare) + Double(slack)) * pow(growth, slope)
        guard Double(large.units) > max(allowed, Double(slack) + unitsOfByte * Double(large.extent)) else { return nil }
        return "the work grows from \(small.units) to \(large.units) units, while the request grows from"
            + " \(small.extent) to \(large.extent) bytes"
    }

    /// Whether it does something that is not counted.
    static func uncounted(_ cost: Cost) -> String? {
        guard cost.time > Double(cost.units) * secondsOfUnit + secondsBeside else { return nil }
        return "\(milliseconds(cost.time)) for \(cost.units) units: something is not counted"
    }

    /// Whether it holds the loop.
    static func turn(_ cost: Cost) -> String? {
        cost.longest > longestTurn ? "a turn takes \(milliseconds(cost.longest))" : nil
    }

    private static func milliseconds(_ seconds: Double) -> String { "\((seconds * 10_000).rounded() / 10) ms" }
}
