import GardenAPI

/// A method of the protocol: its request, and the function that reads its params.
public struct Method: Sendable {
    public let request: any Request.Type
    /// - Throws: the problem with the params.
    public let read: @Sendable (JSONObject) throws(ValidationError) -> Handler
    /// Whether nothing comes of it but its answer.
    public private(set) var isQuery = false

    /// A method with a handler that depends on the request.
    static func request<R: Request>(_ type: R.Type, _ handler: @escaping @Sendable (R) -> Handler) -> Method {
        Method(request: type) { params throws(ValidationError) in handler(try R(json: .object(params))) }
    }

    private static func reading<R: Request>(_ type: R.Type, _ handler: @escaping @Sendable (R) -> Handler) -> Method {
        var method = request(type, handler)
        method.isQuery = true
        return method
    }

    static func command<C: Command>(_ type: C.Type) -> Method {
        request(type) { command in
            .change(params: command.encoded) { t throws(GardenError) in try command.perform(in: &t).encoded }
        }
    }

    static func parted<C: PartedCommand>(_ type: C.Type) -> Method {
        request(type) { command in
            .parted(params: command.encoded) { t, staging throws(GardenError) in try command.begin(in: &t, staging) }
        }
    }

    static func staging<R: StagingRequest>(_ type: R.Type) -> Method {
        request(type) { request in
            .staging { area throws(GardenError) in try request.perform(in: area).encoded }
        }
    }

    static func command<C: PreparedCommand>(_ type: C.Type) -> Method {
        request(type) { .prepared(PreparedRequest($0)) }
    }

    static func query<Q: Query>(_ type: Q.Type) -> Method {
        reading(type) { query in .query { context throws(GardenError) in try query.answer(in: context).encoded } }
    }

    static func query<Q: DatedQuery>(_ type: Q.Type) -> Method {
        reading(type) { query in
            .query { context throws(GardenError) in
                try query.answer(in: try context.asOf(query.asOf, Q.datedParts)).encoded
            }
        }
    }

    static func query<Q: PreparedQuery>(_ type: Q.Type) -> Method {
        reading(type) { .prepared(PreparedRequest($0)) }
    }

    static func list<Q: ListQuery>(_ type: Q.Type) -> Method {
        reading(type) { query in
            .list { context throws(GardenError) in try ListAnswer(to: query, in: context) }
        }
    }

    /// A list that is assembled from existing JSON.
    static func list<R: Request>(
        _ type: R.Type,
        inSlices slices: @escaping @Sendable (R) -> (QueryContext) throws(GardenError) -> ListAnswer.Slices
    ) -> Method {
        reading(type) { request in
            .list { context throws(GardenError) in ListAnswer(try slices(request)(context)) }
        }
    }
}

/// How a request is handled.
public enum Handler {
    /// An answer from the state and the history.
    case query(answer: (QueryContext) throws(GardenError) -> [UInt8])
    /// A list from the state and the history, in slices.
    case list(begin: (QueryContext) throws(GardenError) -> ListAnswer)
    /// A change; `params` are the params as the journal keeps them: in the order of their fields.
    case change(params: [UInt8], perform: (inout Transition) throws(GardenError) -> [UInt8])
    /// A change that may take longer than a turn.
    case parted(
        params: [UInt8], begin: (inout Transition, StagingArea) throws(GardenError) -> BegunChange)
    /// A request about what its client sends ahead.
    case staging(perform: (StagingArea) throws(GardenError) -> [UInt8])
    /// A request that needs something from outside of the core first.
    case prepared(PreparedRequest)
    /// A request about the daemon, its journal or the connection, which the engine answers itself.
    case daemon(DaemonRequest)
}

/// The requests that the engine answers itself.
public enum DaemonRequest: Sendable {
    case hello(DaemonHello)
    case reload
    case doctor
    case discover
    case settings
    case subscribe(EventsSubscribe)
    case unsubscribe
}
