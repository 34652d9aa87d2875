import GardenAPI

/// The output that waits for one connection: answers, which are never dropped, and events, which a single `resync`
/// replaces when they would exceed the limit (API §1).
struct OutputQueue {
    private enum Kind {
        case answer
        case event(seq: Int)
        /// Replaces dropped events, up to and including that one.
        case resync(seq: Int)
    }

    private struct Chunk {
        var kind: Kind
        var bytes: [UInt8]
    }

    /// The size of one send.
    private static let pieceBytes = 1 << 16

    /// The chunks from `head` on wait; those before it are sent.
    private var chunks: [Chunk] = []
    private var head = 0
    /// How much of the first chunk is sent already.
    private var sentOfHead = 0
    private(set) var waitingBytes = 0
    private let limitBytes: Int

    init(limitBytes: Int = Limits.queuedBytes) { self.limitBytes = limitBytes }

    var isEmpty: Bool { head == chunks.count }

    /// Whether the client must take answers before it may ask again: from the limit on, until half of it is left.
    private(set) var isCongested = false

    /// Queues an answer, joined with the answers before it: hundreds of small ones cost little more than one.
    mutating func append(answer bytes: [UInt8]) {
        let last = chunks.count - 1
        guard !isEmpty, case .answer = chunks[last].kind,
            chunks[last].bytes.count + bytes.count <= Self.pieceBytes
        else {
            append(Chunk(kind: .answer, bytes: bytes))
            isCongested = isCongested || waitingBytes > limitBytes
            return
        }
        chunks[last].bytes.reserveCapacity(Self.pieceBytes)
        chunks[last].bytes += bytes
        waitingBytes += bytes.count
        isCongested = isCongested || waitingBytes > limitBytes
    }

    /// Queues an event. If it exceeds the limit, it is dropped together with all waiting events.
    mutating func append(event bytes: [UInt8], seq: Int) {
        if waitingBytes + bytes.count <= limitBytes {
            append(Chunk(kind: .event(seq: seq), bytes: bytes))
        } else {
            dropEvents(upTo: seq)
        }
    }

    /// Queues a resync for a subscriber that missed nothing, but must ask again.
    mutating func append(resyncAt seq: Int) { append(Chunk(kind: .resync(seq: seq), bytes: Self.resyncLine(seq))) }

    /// Passes the waiting bytes to `send`, a piece at a time, until it accepts no more.
    ///
    /// - Parameter send: returns how many bytes it took; 0 for none now.
    mutating func drain(_ send: (UnsafeRawBufferPointer) -> Int) {
        while !isEmpty {
            let piece = nextPiece()
            let taken = piece.withUnsafeBytes(send)
            consume(taken)
            if taken < piece.count { return }
        }
    }

    /// The next bytes to send: one large chunk, or many small ones together.
    private func nextPiece() -> [UInt8] {
        if sentOfHead == 0, chunks[head].bytes.count >= Self.pieceBytes || head + 1 == chunks.count {
            return chunks[head].bytes
        }
        var piece = Array(chunks[head].bytes[sentOfHead...].prefix(Self.pieceBytes))
        var index = head + 1
        while index < chunks.count, piece.count + chunks[index].bytes.count <= Self.pieceBytes {
            piece += chunks[index].bytes
            index += 1
        }
        return piece
    }

    private mutating func consume(_ count: Int) {
        waitingBytes -= count
        if waitingBytes <= limitBytes / 2 { isCongested = false }
        var count = count
        while count > 0 {
            let left = chunks[head].bytes.count - sentOfHead
            if count < left {
                sentOfHead += count
                return
            }
            count -= left
            chunks[head].bytes = []
            head += 1
            sentOfHead = 0
        }
        if head == chunks.count {
            chunks.removeAll(keepingCapacity: chunks.capacity <= 64)
            head = 0
        } else if head >= 1024 {
            chunks.removeSubrange(..<head)
            head = 0
        }
    }

    private mutating func append(_ chunk: Chunk) {
        chunks.append(chunk)
        waitingBytes += chunk.bytes.count
    }

    /// Removes the waiting events and resyncs, except for one that is partly sent, and puts one resync in place of the
    /// first.
    private mutating func dropEvents(upTo seq: Int) {
        var kept: [Chunk] = []
        var isPlaced = false
        let resync = Chunk(kind: .resync(seq: seq), bytes: Self.resyncLine(seq))
        for index in head..<chunks.count {
            switch chunks[index].kind {
            case .answer:
                kept.append(chunks[index])
            case .event where index == head && sentOfHead > 0, .resync where index == head && sentOfHead > 0:
                kept.append(chunks[index])
            case .event, .resync:
                if !isPlaced { kept.append(resync) }
                isPlaced = true
            }
        }
        if !isPlaced { kept.append(resync) }
        chunks = kept
        head = 0
        waitingBytes = chunks.reduce(0) { $0 + $1.bytes.count } - sentOfHead
    }

    private static func resyncLine(_ seq: Int) -> [UInt8] {
        let params: JSON = ["seq": .integer(seq)]
        return LineWriter.notification(method: EventMessage.resyncMethod, params: params.encoded).terminated()
    }
}
