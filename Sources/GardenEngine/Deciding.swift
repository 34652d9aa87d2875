import GardenAPI
import GardenCore

/// How a line of a client is decided: read, then performed against the stage, then left to the commit.
extension Engine {
    /// Begins to decide one line of a client against the staged state, with its first request; ``decideNext(_:at:)`` decides
    /// the rest of a batch. The reply is to be sent once it is ready, after ``commit()``; an empty one never.
    ///
    /// - Parameter actor: who asks, as far as the connection has said so.
    public func decide(_ line: LineFramer.Line, from actor: String = Actor.unnamed, at now: Moment) -> Reply {
        let reply: Reply
        switch line {
        case .tooLong:
            let error = GardenError(
                .tooLarge, "the line is longer than \(Limits.lineBytes) bytes", [("limit", .integer(Limits.lineBytes))])
            reply = Reply(to: .single(.failure(MalformedRequest(error: error))))
        case .text(let bytes):
            reply = Reply(to: bytes.withUnsafeBufferPointer { RequestLine($0) })
        }
        reply.actor = actor
        decideNext(reply, at: now)
        return reply
    }

    /// Decides the next request of a line.
    public func decideNext(_ reply: Reply, at now: Moment) {
        guard let message = reply.undecided.popFirst() else { return }
        if openReplies.last !== reply { openReplies.append(reply) }
        switch message {
        case .failure(let malformed):
            reply.append(.decided(malformed.id, .failure(malformed.error), reliesOnStaged: false))
        case .success(let request):
            // A notification is never answered, so that it may change nothing (API §1): there is nothing to do.
            guard let id = request.id else { return }
            guard reply.bytes <= Limits.queuedBytes else {
                reply.append(.decided(id, .failure(Self.tooMuchAtOnce), reliesOnStaged: false))
                return
            }
            if let result = queryCache?.result(to: request, at: now) {
                reply.append(.decided(id, .success(result), reliesOnStaged: !stage.isEmpty))
                return
            }
            let performable: DecodedRequest
            do { performable = try read(request) } catch {
                reply.append(.decided(id, .failure(error), reliesOnStaged: false))
                return
            }
            perform(performable, id, at: now, in: reply)
        }
    }

    /// What is left of a batch whose answers are more already than may wait for a client (API §1).
    private static let tooMuchAtOnce = GardenError(
        .tooLarge, "the answers to this batch exceed \(Limits.queuedBytes) bytes",
        [("limit", .integer(Limits.queuedBytes))])

    /// A request that is read and can be performed, with what the journal keeps of it.
    private struct DecodedRequest {
        var message: RequestMessage
        var key: IdempotencyKey?
        var deed: Handler
    }

    private enum Handler {
        case core(ReadRequest)
        case engine(EngineMethod.Handler)
    }

    private func read(_ message: RequestMessage) throws(GardenError) -> DecodedRequest {
        var params = message.params
        do throws(ValidationError) {
            if let method = EngineMethod.named(message.method) {
                let key = try Self.takeKey(of: method.request, from: &params)
                return DecodedRequest(message: message, key: key, deed: .engine(try method.read(params)))
            }
            // A long name is none, and to hash one of many accents takes seconds.
            if message.method.utf8.count <= Limits.methodBytes, let method = Features.method(message.method) {
                let key = try Self.takeKey(of: method.request, from: &params)
                return DecodedRequest(message: message, key: key, deed: .core(try method.read(params)))
            }
        } catch {
            throw GardenError(error)
        }
        let hint = Suggestion.nearest(to: message.method, among: EngineMethod.allNames)
        let advice = hint.map { "; did you mean \($0)?" } ?? "; rpc.discover lists all methods"
        throw GardenError(.methodNotFound, "unknown method \(JSON.string(message.method).excerpt)\(advice)")
    }

    private static func takeKey(of request: any Request.Type, from params: inout JSONObject) throws(ValidationError)
        -> IdempotencyKey?
    {
        guard request is any ChangeRequest.Type, let json = params.remove(IdempotencyKey.param) else { return nil }
        return try IdempotencyKey(json: json)
    }

    private func perform(_ request: DecodedRequest, _ id: RequestID, at now: Moment, in reply: Reply) {
        do throws(GardenError) {
            let result: [UInt8]
            switch request.deed {
            case .core(.query(let answer)):
                result = try answer(view(at: now))
                queryCache = QueryCache(to: request.message, at: now, result)
            case .core(.change(let params, let perform)):
                result = try change(request, params, from: reply.actor, at: now, perform)
            case .engine(.answer(let answer)):
                result = try answer(self, now)
            case .engine(.hello(let hello)):
                if let actor = hello.actor { reply.actor = actor }
                result = self.hello(at: now).encoded
            case .engine(.reload):
                result = try reload(request, from: reply.actor, at: now)
            case .engine(.subscription(let begin)):
                let (answer, change) = try begin(self, now)
                let slot = reply.append(.decided(id, .success(answer), reliesOnStaged: !stage.isEmpty))
                reply.note(change, of: slot)
                return
            case .engine(.verification):
                waitingVerifications.append(PendingSlot(reply: reply, index: reply.append(.pending(id))))
                return
            }
            reply.append(.decided(id, .success(result), reliesOnStaged: !stage.isEmpty))
        } catch {
            // A refusal may rest on what the disk has yet to take, as an answer may.
            reply.append(.decided(id, .failure(error), reliesOnStaged: !stage.isEmpty))
        }
    }

    private func change(
        _ request: DecodedRequest, _ params: [UInt8], from actor: String, at now: Moment,
        under environment: Environment? = nil,
        _ perform: (inout Transition) throws(GardenError) -> [UInt8]
    ) throws(GardenError) -> [UInt8] {
        let origin = Stage.Origin(method: request.message.method, actor: actor, params: params, key: request.key)
        if let key = request.key, let earlier = try change(withKey: key), let reply = earlier.reply {
            guard earlier.method == origin.method, earlier.params == params else {
                let message =
                    "the key \(JSON.string(key.text).text) was already used for another request, \(earlier.method)"
                throw .refused(.keyReused, message)
            }
            return reply.answer
        }
        if let refusal { throw .storageFailed(refusal.reason) }
        var transition = transition(at: now, under: environment)
        let answer = try perform(&transition)
        stage.put(transition, origin, answer: answer)
        if let environment { stage.environment = environment }
        return answer
    }

    /// The change that a key was used for, if it still holds: until the second rollover after it (API §1).
    private func change(withKey key: IdempotencyKey) throws(GardenError) -> Change? {
        if let staged = stage.change(withKey: key) { return staged }
        do {
            guard let change = try store.change(withKey: key.text), let reply = change.reply else { return nil }
            return stage.state.day.rollovers - reply.rollovers < KeyedReply.rolloversKept ? change : nil
        } catch {
            throw .unreadable(error.reason)
        }
    }

    /// Reads the settings again; a bad file changes nothing.
    private func reload(_ request: DecodedRequest, from actor: String, at now: Moment) throws(GardenError) -> [UInt8] {
        let new: Environment
        do { new = try platform.readEnvironment() } catch {
            throw GardenError(
                .invalidParams, "\(error.message); the old settings remain",
                error.setting.map { [("param", .string($0))] } ?? [])
        }
        archiveSchedule.retryNow()
        let old = stage.environment.settings
        return try change(request, DaemonReload().encoded, from: actor, at: now, under: new) { t throws(GardenError) in
            t.changeSettings(from: old)
            var report = ReloadReport()
            report.changed = new.settings.names(differingFrom: old)
            return report.encoded
        }
    }

    /// What a query may look at: the staged state, with the history that leads to it.
    func view(at now: Moment) -> QueryContext {
        QueryContext(
            state: stage.state, moment: now, environment: stage.environment,
            history: stagedHistory, isStale: refusal != nil)
    }
}
