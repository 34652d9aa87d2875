import GardenAPI
import GardenCore

/// Requests that no client sends.
extension Engine {
    /// Decides a request of the daemon itself, such as that of a button on the desktop, as a line of its own.
    public func decide(_ request: some ChangeRequest, from actor: String, at now: Moment) -> Reply {
        var params = JSONObject()
        if case .object(let members) = request.json { params = members }
        let message = RequestMessage(id: .integer(0), method: type(of: request).method, params: params)
        let reply = Reply(to: .single(.success(message)), bytes: 0, of: ClientIdentity(actor: actor))
        decideNext(reply, at: now)
        return reply
    }
}
