import GardenAPI
import Glibc
import TestSupport
import Testing

/// The hook that plays a sound where no notification server does (RULES N6), with aplay(1) into a file.
@Suite("The hook for sound", Needs.program("/usr/bin/aplay"))
struct SoundHookTests {
    private let home: Home

    init() throws {
        home = try Home()
        // ALSA writes what is played to a file, as no machine of tests has a loudspeaker.
        try write(
            """
            pcm.!default { type file; slave.pcm "null"; file "\(home.folder.path)/played.wav"; format "wav" }
            pcm.null { type null }

            """, to: "\(home.folder.path)/.asoundrc")
        try write(Self.tone, to: "\(home.folder.path)/tone.wav")
        let source = try SourceFile(path: "contrib/hooks/sound").text()
        try write(
            source.replacing("at_reminder=alarm-clock-elapsed", with: "at_reminder=\(home.folder.path)/tone.wav"),
            to: "\(home.folder.path)/sound")
    }

    /// Half a second of 440 Hz, one channel of 16 bits at 8 kHz, as a RIFF WAVE file.
    private static let tone: [UInt8] = {
        let samples = (0..<4000).map { Int16(12_000 * sin(Double($0) * 2 * .pi * 440 / 8000)) }
        func bytes(_ number: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(number >> ($0 * 8) & 255) } }
        let data = samples.flatMap { bytes(Int(UInt16(bitPattern: $0)), 2) }
        return Array("RIFF".utf8) + bytes(36 + data.count, 4) + Array("WAVEfmt ".utf8) + bytes(16, 4) + bytes(1, 2)
            + bytes(1, 2) + bytes(8000, 4) + bytes(16_000, 4) + bytes(2, 2) + bytes(16, 2) + Array("data".utf8)
            + bytes(data.count, 4) + data
    }()

    private func ring(_ event: String, path: String = "/usr/bin:/bin") throws -> Outcome {
        let environment = ["HOME": home.folder.path, "PATH": path, "GARDEN_EVENT": event, "GARDEN_TASK": "Cake"]
        return try run(["/bin/sh", "\(home.folder.path)/sound"], environment: environment)
    }

    @Test("N6: a due time and a reminder are heard", arguments: ["task.due", "task.reminded"])
    func aToneIsPlayed(event: String) throws {
        // Of the players, only aplay needs no server.
        let outcome = try ring(event)
        #expect(outcome.end == .exited(0), "\(outcome)")
        let played = try readBytes("\(home.folder.path)/played.wav")
        #expect(played.prefix(4).elementsEqual("RIFF".utf8))
        let samples = stride(from: 44, to: played.count - 1, by: 2).map {
            Int(Int16(bitPattern: UInt16(played[$0]) | UInt16(played[$0 + 1]) << 8))
        }
        #expect(samples.count >= 4000)
        #expect((11_500...12_000).contains(samples.map(abs).max() ?? 0))
        // 440 Hz crosses zero 440 times in half a second.
        let crossings = zip(samples, samples.dropFirst()).count { $0 < 0 && $1 >= 0 || $0 >= 0 && $1 < 0 }
        #expect((430...450).contains(crossings), "\(crossings)")
    }

    @Test("N6: what is missing is said")
    func whatIsMissing() throws {
        #expect(try ring("task.done").errors.contains("nothing to play for task.done"))
        unlink("\(home.folder.path)/tone.wav")
        #expect(try ring("task.due").errors.contains("tone.wav does not exist; install the freedesktop sound theme"))
    }
}
