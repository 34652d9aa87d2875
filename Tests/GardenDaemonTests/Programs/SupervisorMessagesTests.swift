import Testing

@testable import GardenDaemon
@testable import SystemdKit

/// What the daemon and a supervisor say to each other.
struct SupervisorMessagesTests {
    @Test(arguments: [
        (SupervisorRequest.stop, "stop"), (.count, "count"), (.find(query: 7, process: 4_194_304), "find 7 4194304"),
    ])
    func aRequestIsReadAsItIsWritten(request: SupervisorRequest, text: String) {
        #expect(request.text == text)
        #expect(SupervisorRequest(text) == request)
    }

    @Test(arguments: [
        (SupervisorReport.notStarted(code: 2), "not-started 2"),
        (.ended(.exited(code: 3), leaves: false), "exited 3 0"),
        (.ended(.killed(signal: 9), leaves: true), "killed 9 1"),
        (.timedOut, "timed-out"), (.left(1500), "left 1500"), (.found(query: 7, .unrelated), "found 7 0"),
        (.found(query: 8, .descendant), "found 8 1"), (.found(query: 9, .gone), "found 9 2"),
    ])
    func aReportIsReadAsItIsWritten(report: SupervisorReport, text: String) {
        #expect(report.text == text)
        #expect(SupervisorReport(text) == report)
    }

    @Test(
        "anything else that a process prints on its standard error is ignored",
        arguments: [
            "", " ", "stopp", "stop 1", "find", "find 1", "find 1 x", "find 1 2 3", "find 1 99999999999", "exited",
            "exited 1",
            "exited x 0", "exited 1 0 0", "timed-out 1", "left", "left x", "found 1 3", "found 1",
            "gardend: fatal error",
        ])
    func otherTextIsIgnored(text: String) {
        #expect(SupervisorRequest(text) == nil)
        #expect(SupervisorReport(text) == nil)
    }

    @Test func aMessageSocketKeepsMessagesApart() throws {
        let (near, far) = try MessageSocket.pair()
        #expect(near.receive() == .nothing)
        for text in ["stop", String(repeating: "a", count: 512), "count"] { far.send(text) }
        let received = (1...4).map { _ in near.receive() }
        #expect(
            received == [
                .message("stop"), .message(String(repeating: "a", count: 512)), .message("count"), .nothing,
            ])
    }

    @Test func theEndComesAfterTheLastMessage() throws {
        let near: MessageSocket
        do {
            let far: MessageSocket
            (near, far) = try MessageSocket.pair()
            far.send("timed-out")
        }
        #expect([near.receive(), near.receive(), near.receive()] == [.message("timed-out"), .ended, .ended])
        // No one takes it any more.
        near.send("count")
    }
}
