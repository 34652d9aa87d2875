/// What a request is answered with.
struct Answer {
    /// The result, as JSON.
    let result: [UInt8]
    /// What a change says besides it, as JSON; `nil` if there is nothing.
    let meta: [UInt8]?

    init(_ result: [UInt8], meta: [UInt8]? = nil) {
        self.result = result
        self.meta = meta
    }
}
