import GardenAPI
import Testing

/// Numbers of more than 64 bits, and of a fraction: no integers of ours.
@Suite("Foreign numbers")
struct ForeignNumberTests {
    static let requests: [(request: any Request.Type, param: String, rest: JSONObject)] = [
        (PointsAdjust.self, "amount", JSONObject([("reason", "edge")])), (RateAdd.self, "amount", JSONObject()),
        (RateSet.self, "amount", JSONObject()), (ShopAdd.self, "price", JSONObject([("name", "Tea")])),
        (InventoryAdd.self, "count", JSONObject([("name", "Cards")])),
    ]

    @Test(
        "a number that is not a 64-bit integer is refused with its param",
        arguments: [0x1p63, -0x1p63, -0x1p64, 1e300, 0.5])
    func aNumberBeyond64BitsOrAFractionIsRefused(number: Double) throws {
        for (request, param, rest) in Self.requests {
            var params = rest
            params.append(param, 1)
            _ = try request.init(json: .object(params))
            params = rest
            params.append(param, .number(number))
            let error = try #require(throws: ValidationError.self) { try request.init(json: .object(params)) }
            #expect(error.param == param, "\(request.method)")
        }
    }
}
