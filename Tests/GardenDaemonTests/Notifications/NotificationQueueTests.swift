import Testing

@testable import GardenDaemon

/// The bookkeeping of subjects, ids and calls, without a bus.
struct NotificationQueueTests {
    private static func note(_ summary: String) -> DesktopNotification { DesktopNotification(summary: summary) }

    private static func begin(_ queue: inout NotificationQueue) throws -> NotificationQueue.Call {
        let call = queue.next()
        return try #require(call)
    }

    /// Runs all calls of a queue and returns them, with ids from 1 for new notifications.
    private static func run(_ queue: inout NotificationQueue, nextId: UInt32 = 1) -> [NotificationQueue.Call.Request] {
        var requests: [NotificationQueue.Call.Request] = []
        var nextId = nextId
        while let call = queue.next() {
            requests.append(call.request)
            switch call.request {
            case .show(_, _, let replaced):
                _ = queue.finish(call, id: replaced == 0 ? nextId : replaced)
                if replaced == 0 { nextId += 1 }
            case .close: queue.finish(call)
            }
        }
        return requests
    }

    @Test func onlyTheNewestOfASubjectIsSent() {
        var queue = NotificationQueue()
        queue.show(Self.note("old"), as: "phase")
        queue.show(Self.note("other"), as: "task")
        queue.show(Self.note("new"), as: "phase")
        let requests = Self.run(&queue)
        #expect(
            requests == [
                .show(Self.note("other"), as: "task", replacing: 0), .show(Self.note("new"), as: "phase", replacing: 0),
            ])
        #expect(queue.onScreen(id: 2)?.subject == "phase")
        #expect(queue.onScreen(id: 2)?.notification == Self.note("new"))
    }

    @Test func aSecondOneReplacesTheFirst() {
        var queue = NotificationQueue()
        queue.show(Self.note("old"), as: "phase")
        _ = Self.run(&queue)
        queue.show(Self.note("new"), as: "phase")
        let requests = Self.run(&queue)
        #expect(requests == [.show(Self.note("new"), as: "phase", replacing: 1)])
    }

    @Test func oneCallIsInFlightAtATime() {
        var queue = NotificationQueue()
        queue.show(Self.note("a"), as: "a")
        queue.show(Self.note("b"), as: "b")
        let first = queue.next()
        #expect(first != nil && queue.inFlight == first)
        let further = queue.next()
        #expect(further == nil)
    }

    @Test func aWithdrawnRequestIsNeverSent() {
        var queue = NotificationQueue()
        queue.show(Self.note("a"), as: "a")
        queue.withdraw("a")
        queue.withdraw("unknown")
        let further = queue.next()
        #expect(further == nil)
        #expect(queue.subjects == [])
    }

    @Test func aWithdrawalWhileItIsBeingShownClosesItAfterwards() throws {
        var queue = NotificationQueue()
        queue.show(Self.note("a"), as: "a")
        let call = try Self.begin(&queue)
        queue.withdraw("a")
        let shown = queue.finish(call, id: 5)
        #expect(shown?.subject == "a")
        let requests = Self.run(&queue)
        #expect(requests == [.close(id: 5)])
        #expect(queue.subjects == [])
    }

    @Test func aNewRequestDuringAWithdrawalIsShownAfterIt() throws {
        var queue = NotificationQueue()
        queue.show(Self.note("a"), as: "a")
        _ = Self.run(&queue)
        queue.withdraw("a")
        let closing = try Self.begin(&queue)
        queue.show(Self.note("b"), as: "a")
        // The signal may precede the answer.
        queue.forget(id: 1)
        queue.finish(closing)
        let requests = Self.run(&queue, nextId: 2)
        #expect(requests == [.show(Self.note("b"), as: "a", replacing: 0)])
        #expect(queue.onScreen(id: 2)?.notification == Self.note("b"))
    }

    @Test func aDismissedOneIsForgotten() {
        var queue = NotificationQueue()
        queue.show(Self.note("a"), as: "a")
        _ = Self.run(&queue)
        queue.forget(id: 9)
        #expect(queue.subjects == ["a"])
        queue.forget(id: 1)
        #expect(queue.subjects == [])
        queue.show(Self.note("b"), as: "a")
        let requests = Self.run(&queue, nextId: 2)
        #expect(requests == [.show(Self.note("b"), as: "a", replacing: 0)])
    }

    @Test func aRefusedOneLeavesItsPredecessor() throws {
        var queue = NotificationQueue()
        queue.show(Self.note("a"), as: "a")
        _ = Self.run(&queue)
        queue.show(Self.note("b"), as: "a")
        queue.finish(try Self.begin(&queue))
        #expect(queue.onScreen(id: 1)?.notification == Self.note("a"))
        let further = queue.next()
        #expect(further == nil)
    }

    @Test func anUndeliveredOneWaitsUnlessThereIsANewerOne() throws {
        var queue = NotificationQueue()
        queue.show(Self.note("a"), as: "a")
        queue.putBack(try Self.begin(&queue))
        queue.putBack(try Self.begin(&queue))
        let call = try Self.begin(&queue)
        queue.show(Self.note("b"), as: "a")
        queue.putBack(call)
        let requests = Self.run(&queue)
        #expect(requests == [.show(Self.note("b"), as: "a", replacing: 0)])
    }

    @Test func anotherServerGetsWhatWasShownAndWhatWasNotSent() throws {
        var queue = NotificationQueue()
        for subject in ["shown", "withdrawn", "replaced"] { queue.show(Self.note(subject), as: subject) }
        _ = Self.run(&queue)
        queue.show(Self.note("in flight"), as: "in flight")
        _ = queue.next()
        queue.withdraw("withdrawn")
        queue.show(Self.note("new"), as: "replaced")
        queue.forgetScreen()
        // What was in flight may be why the server ended.
        #expect(queue.subjects == ["replaced", "shown"])
        let requests = Self.run(&queue)
        #expect(
            requests == [
                .show(Self.note("shown"), as: "shown", replacing: 0),
                .show(Self.note("new"), as: "replaced", replacing: 0),
            ])
    }

    @Test func aLateAnswerToAnAbandonedCallClosesItsNotification() throws {
        var queue = NotificationQueue()
        queue.show(Self.note("a"), as: "a")
        let call = try Self.begin(&queue)
        queue.finish(call)
        let shown = queue.finish(call, id: 3)
        #expect(shown?.subject == nil)
        let requests = Self.run(&queue)
        #expect(requests == [.close(id: 3)])
    }

    @Test func anotherSubjectBeyondTheLimitDisplacesTheOldest() {
        var queue = NotificationQueue()
        for number in 0..<NotificationQueue.limit { queue.show(Self.note("\(number)"), as: "\(number)") }
        _ = Self.run(&queue)
        queue.show(Self.note("renewed"), as: "0")
        queue.show(Self.note("one more"), as: "one more")
        #expect(queue.subjects.count == NotificationQueue.limit)
        #expect(queue.subjects.contains("0") && !queue.subjects.contains("1"))
        let requests = Self.run(&queue, nextId: 100)
        #expect(
            requests == [
                .close(id: 2), .show(Self.note("renewed"), as: "0", replacing: 1),
                .show(Self.note("one more"), as: "one more", replacing: 0),
            ])
    }
}
