import GardenAPI
import GardenCore

extension DecodedRequest {
    /// The answer that it got when it was sent before with the same key, while the key holds: until the second rollover after
    /// that (API §1); `nil` if it was not.
    ///
    /// - Parameter params: the request as the journal keeps it.
    func earlierAnswer(_ params: [UInt8], in stage: Stage, _ store: any Store) throws(GardenError) -> Answer? {
        guard let key, let earlier = try change(withKey: key, in: stage, store), let reply = earlier.reply else {
            return nil
        }
        guard earlier.method == message.method, earlier.hasParams(params) else {
            let message =
                "the key \(JSON.string(key.text).excerpt) was already used for another request, \(earlier.method);"
                + " send a new key"
            throw .refused(.keyReused, message)
        }
        guard !reply.answer.isEmpty else {
            throw .refused(.purged, "the request with this key was performed, and a purge has erased its answer")
        }
        return Answer(reply.answer, meta: reply.meta)
    }

    private func change(
        withKey key: IdempotencyKey, in stage: Stage, _ store: any Store
    ) throws(GardenError) -> Change? {
        if let staged = stage.change(withKey: key) { return staged }
        do {
            guard let change = try store.change(withKey: key.text), let reply = change.reply else { return nil }
            return stage.state.day.rollovers - reply.rollovers < KeyedReply.rolloversKept ? change : nil
        } catch {
            throw .unreadable(error.reason)
        }
    }
}
