import SystemdKit

/// Whether the server looks for the next request for a moment before it goes to sleep.
///
/// In a conversation, where each answer is followed by the next request within microseconds, falling asleep and being
/// woken takes longer than the request itself. So a turn that came quickly after the last one lingers; one alone never
/// does, and where there is but one processor nobody could ask meanwhile.
struct Lingering {
    /// A turn that begins so soon after the last one is part of a conversation.
    static let gapMicroseconds = 50
    /// How long the next request is looked for.
    static let lookMicroseconds = 30
    /// How long it may go on before the loop's other sources get their turn.
    static let visitMicroseconds = 1000

    private let isAlone: Bool
    private var lastEnd = Int.min / 2
    private var visitEndsAt: Int?

    /// - Parameter processors: how many there are.
    init(processors: Int) { isAlone = processors < 2 }

    /// A turn of the loop begins.
    mutating func begin(at microseconds: Int) {
        let isConversation = !isAlone && microseconds - lastEnd < Self.gapMicroseconds
        visitEndsAt = isConversation ? microseconds + Self.visitMicroseconds : nil
    }

    /// What is ready next, looked for as long as it pays; empty when the turn is over.
    mutating func next(clock: () -> Int, look: () -> [Epoll.Ready]) -> [Epoll.Ready] {
        let begin = clock()
        lastEnd = begin
        guard let visitEndsAt, begin < visitEndsAt else { return [] }
        repeat {
            let ready = look()
            if !ready.isEmpty { return ready }
            lastEnd = clock()
        } while lastEnd - begin < Self.lookMicroseconds
        return []
    }
}
