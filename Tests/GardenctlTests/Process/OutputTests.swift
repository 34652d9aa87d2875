import Foundation
import Glibc
import TestSupport
import Testing

@testable import gardenctl

@Suite struct OutputTests {
    @Test func aFullPipeThatDoesNotBlockIsWaitedFor() throws {
        let (reader, writer) = newPipe()
        try #require(fcntl(writer, F_SETFL, O_NONBLOCK) == 0)
        let received = Pieces()
        let thread = Thread {
            var buffer = [UInt8](repeating: 0, count: 4096)
            while case let count = read(reader, &buffer, buffer.count), count > 0 { received.append(buffer[..<count]) }
            received.end()
        }
        // More than a pipe holds.
        let text = String(repeating: "0123456789\n", count: 20_000)
        thread.start()
        try Output(descriptor: writer).writeAsIs(text)
        close(writer)
        #expect(received.whole() == text)
        close(reader)
    }

    /// What another thread has read. It is Sendable, because the semaphore orders the accesses of the two threads.
    private final class Pieces: @unchecked Sendable {
        private var bytes: [UInt8] = []
        private let hasEnded = DispatchSemaphore(value: 0)

        func append(_ piece: ArraySlice<UInt8>) { bytes += piece }

        func end() { hasEnded.signal() }

        func whole() -> String {
            hasEnded.wait()
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
