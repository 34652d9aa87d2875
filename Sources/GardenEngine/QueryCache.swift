import GardenAPI
import GardenCore

/// The last query and its answer. While neither time nor state changes, an equal query has the same answer. Many
/// clients ask the same at once: each event makes all subscribers query the garden.
struct QueryCache {
    /// A longer answer is not worth its memory.
    private static let mostBytes = 1 << 16

    private let method: String
    private let params: JSONObject
    private let moment: Moment
    private let result: [UInt8]

    /// - Returns: `nil` if the answer is too long to keep.
    init?(to request: RequestMessage, at moment: Moment, _ result: [UInt8]) {
        guard result.count <= Self.mostBytes else { return nil }
        (method, params) = (request.method, request.params)
        self.moment = moment
        self.result = result
    }

    /// The cached answer if the same is asked at the same moment; otherwise `nil`.
    func result(to request: RequestMessage, at now: Moment) -> [UInt8]? {
        now == moment && request.method.isIdentical(as: method)
            && JSON.object(request.params).isIdentical(as: .object(params))
            ? result : nil
    }
}
