// Any client line is either read or refused, and every accepted request, refusal and answer is written so that it can
// be read again.
//
// An input is one line.
import GardenAPI
import GardenCore
import GardenEngine

private let requests: [String: any Request.Type] = Dictionary(
    uniqueKeysWithValues: Engine.requests.map { ($0.method, $0) })
private let methods = Dictionary(uniqueKeysWithValues: Features.methods.map { ($0.request.method, $0) })

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let line = UnsafeBufferPointer(start: start, count: count)
    let isJSON = checkJSON(line)
    switch RequestLine(line) {
    case .single(let message):
        claim(isJSON || message.isParseError, "the line is no JSON and not refused as such: \(message)")
        check(message)
    case .batch(let messages):
        claim(isJSON, "a batch that is no JSON")
        claim((1...Limits.batchEntries).contains(messages.count), "a batch of \(messages.count)")
        messages.forEach(check)
    }
    checkServerLine(Array(line))
    return 0
}

// MARK: JSON

/// JSON is written as one line of UTF-8, and that line is read as an identical value.
private func checkJSON(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let json: JSON
    do { json = try JSON.parse(bytes) } catch {
        claim((0...bytes.count).contains(error.offset), "an error at byte \(error.offset) of \(bytes.count)")
        return false
    }
    claim(String(validating: bytes, as: UTF8.self) != nil, "what is not UTF-8 was taken for JSON")
    let written = json.encoded
    claim(written.allSatisfy { $0 >= 0x20 }, "a line with a control character in it: \(shown(written))")
    let again = parsed(written, depth: Limits.depth)
    claim(again == json && again.encoded == written, "\(shown(written)) is read as \(again.text)")
    return true
}

private func parsed(_ bytes: [UInt8], depth: Int) -> JSON {
    do { return try JSON.parse(bytes, depth: depth) } catch {
        claim(false, "\(error) in what was written: \(shown(bytes))")
        return .null
    }
}

// MARK: Requests

private func check(_ message: Result<RequestMessage, MalformedRequest>) {
    switch message {
    case .failure(let malformed): checkRefusal(malformed.error, to: malformed.id)
    case .success(let request):
        checkForwarding(request)
        checkParams(request)
    }
}

/// A client that forwards the request sends the same line.
private func checkForwarding(_ request: RequestMessage) {
    guard let id = request.id else { return }
    let params = JSON.object(request.params).encoded
    let line = LineWriter.request(id: id, method: request.method, params: params)
    let again = line.withUnsafeBufferPointer { RequestLine($0) }
    guard case .single(.success(let same)) = again else { return claim(false, "\(shown(line)) is read as \(again)") }
    claim(
        same == request && same.method.utf8.elementsEqual(request.method.utf8)
            && JSON.object(same.params).encoded == params, "\(shown(line)) is read as \(same)")
}

private func checkParams(_ message: RequestMessage) {
    guard let type = requests[message.method] else {
        return claim(methods[message.method] == nil, "\(message.method) is registered and not listed")
    }
    var params = message.params
    do throws(ValidationError) {
        if type is any ChangeRequest.Type, let key = params.remove(IdempotencyKey.param) {
            let text = try IdempotencyKey(json: key).text
            claim((1...Limits.keyCharacters).contains(text.unicodeScalars.count), "a key of \(text)")
        }
        let encoded = try checkReading(type, params)
        checkAnswer(encoded, to: message.id)
        try checkFeatures(message.method, params, encoded)
    } catch {
        checkRefusal(GardenError(error), to: message.id)
    }
}

/// - Returns: the request in written form.
private func checkReading<R: Request>(_ type: R.Type, _ params: JSONObject) throws(ValidationError) -> [UInt8] {
    let encoded = try R(json: .object(params)).encoded
    do throws(ValidationError) {
        let again = try R(json: parsed(encoded, depth: Limits.depth)).encoded
        claim(again == encoded, "\(R.method) \(shown(encoded)) is written \(shown(again)) when read again")
    } catch {
        claim(false, "\(R.method) \(shown(encoded)) is refused when read again: \(error.message)")
    }
    return encoded
}

/// The core reads its requests like the contract.
private func checkFeatures(_ name: String, _ params: JSONObject, _ encoded: [UInt8]) throws(ValidationError) {
    guard let method = methods[name] else { return }
    switch try method.read(params) {
    case .change(let kept, _), .parted(let kept, _):
        claim(kept == encoded, "the journal keeps \(shown(kept)) of \(shown(encoded))")
    case .prepared(let prepared):
        guard case .change(let kept, _) = prepared.completion else { break }
        claim(kept == encoded, "the journal keeps \(shown(kept)) of \(shown(encoded))")
    case .query, .list, .staging, .daemon: break
    }
}

// MARK: Answers

private func checkRefusal(_ error: GardenError, to id: RequestID?) {
    let line = LineWriter.refusal(id: id, error: error)
    let answer = incoming(line)
    claim(answer == .answer(id: id, .failure(error)), "\(shown(line)) is read as \(answer), not as \(error)")
}

private func checkAnswer(_ result: [UInt8], to id: RequestID?) {
    guard let id else { return }
    let line = LineWriter.answer(id: id, result: result)
    guard case .answer(let sameID, .success(let json), _) = incoming(line), sameID == id, json.encoded == result else {
        return claim(false, "\(shown(line)) is not read as the answer it is")
    }
}

private func incoming(_ line: [UInt8]) -> ResponseLine {
    claim(line.allSatisfy { $0 >= 0x20 }, "a line with a control character in it: \(shown(line))")
    do { return try ResponseLine(line) } catch {
        claim(false, "the client refuses \(shown(line)): \(error.message)")
        return .answer(id: nil, .success(.null))
    }
}

/// A client checks a server's messages as strictly.
private func checkServerLine(_ bytes: [UInt8]) {
    do throws(ValidationError) {
        guard case .answer(let id, .success(let result), _) = try ResponseLine(bytes) else { return }
        checkAnswer(result.encoded, to: id)
    } catch {
        claim(!error.message.isEmpty, "a line is refused without a word")
    }
}

extension Result<RequestMessage, MalformedRequest> {
    fileprivate var isParseError: Bool {
        guard case .failure(let malformed) = self else { return false }
        return malformed.error.code == .parseError && malformed.id == nil
    }
}
