import GardenAPI

extension LineWriter {
    /// A successful answer.
    ///
    /// - Parameters:
    ///   - result: the result as JSON.
    ///   - meta: what a change says besides it, as JSON; `nil` for none.
    public static func answer(id: RequestID, result: [UInt8], meta: [UInt8]? = nil) -> [UInt8] {
        var writer = begun(id: id, reservingCapacity: result.count + (meta?.count ?? 0) + 64)
        writer.key("result")
        writer.encoded(result)
        if let meta {
            writer.key(metaName)
            writer.encoded(meta)
        }
        writer.endObject()
        return writer.bytes
    }

    /// The bytes before and after the result of a successful answer, the line feed included: a large result needs no copy.
    package static func answerFrame(id: RequestID) -> (head: [UInt8], tail: [UInt8]) {
        let line = answer(id: id, result: []).terminated()
        return (Array(line.dropLast(2)), Array(line.suffix(2)))
    }

    /// An error answer; the id `nil` is written as `null`.
    public static func refusal(id: RequestID?, error: GardenError) -> [UInt8] {
        var writer = begun(id: id, reservingCapacity: 256)
        writer.key("error")
        error.write(to: &writer)
        writer.endObject()
        return writer.bytes
    }

    /// A notification of the server.
    ///
    /// - Parameter params: the params as JSON.
    public static func notification(method: String, params: [UInt8]) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: params.count + 64)
        writer.beginObject()
        writer.key("jsonrpc")
        writer.string("2.0")
        writer.key("method")
        writer.string(method)
        writer.key("params")
        writer.encoded(params)
        writer.endObject()
        return writer.bytes
    }
}
