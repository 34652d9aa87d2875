import GardenAPI
import GardenCore

/// The last query, and what it was answered. While neither time nor state moves, whoever asks the same is told the same;
/// and many ask at once, since all who follow the garden look at it when something has happened.
struct QueryCache {
    /// A longer answer is not worth the memory it would be held in.
    private static let mostBytes = 1 << 16

    private let method: String
    private let params: JSONObject
    private let moment: Moment
    private let result: [UInt8]

    /// - Returns: `nil` for an answer that is too long to be kept.
    init?(to request: RequestMessage, at moment: Moment, _ result: [UInt8]) {
        guard result.count <= Self.mostBytes else { return nil }
        (method, params) = (request.method, request.params)
        self.moment = moment
        self.result = result
    }

    /// The same answer, where the same is asked at the same moment; else `nil`.
    func result(to request: RequestMessage, at now: Moment) -> [UInt8]? {
        now == moment && request.method.isIdentical(as: method)
            && JSON.object(request.params).isIdentical(as: .object(params))
            ? result : nil
    }
}
