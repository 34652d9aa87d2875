import GardenAPI
import Glibc
import SystemPackage

/// Short sounds, made here and played by whatever program the system has for it.
final class Chime {
    /// A tone: its frequency in Hz, and its length in milliseconds.
    typealias Tone = (hertz: Double, milliseconds: Int)

    private static let rate = 22_050
    /// Programs that play samples from standard input.
    private static let players = [
        ["pw-play", "--rate=\(rate)", "--channels=1", "--format=s16", "-"],
        ["paplay", "--raw", "--rate=\(rate)", "--channels=1", "--format=s16le"],
        ["aplay", "-q", "-t", "raw", "-f", "S16_LE", "-c", "1", "-r", "\(rate)"],
    ]

    private let player: [String]?
    private let environment: EnvironmentVariables
    private var running: [BackgroundProgram] = []

    init(_ settings: SettingsReport, environment: EnvironmentVariables) {
        self.environment = environment
        let isOn = settings.values["drills.sound"] != .bool(false)
        player = isOn ? Self.players.first { BackgroundProgram.find($0[0], in: environment) != nil } : nil
    }

    func play(_ sound: DrillGame.Sound) {
        running.removeAll { !$0.isRunning }
        guard let player, running.count < 4 else { return }
        if let program = try? BackgroundProgram(player, input: Self.samples(of: sound), environment: environment) {
            running.append(program)
        }
    }

    func end() { running.removeAll { !$0.isRunning } }

    private static func tones(of sound: DrillGame.Sound) -> [Tone] {
        switch sound {
        case .right: [(660, 60), (880, 100)]
        case .wrong: [(220, 90), (165, 160)]
        case .won: [(523, 90), (659, 90), (784, 90), (1047, 220)]
        case .lost: [(330, 140), (262, 140), (196, 260)]
        }
    }

    /// 16-bit samples, little-endian, without clicks at the ends of the tones.
    static func samples(of sound: DrillGame.Sound) -> [UInt8] {
        var bytes: [UInt8] = []
        for tone in tones(of: sound) {
            let count = rate * tone.milliseconds / 1000
            let fade = rate / 100
            for index in 0..<count {
                let envelope = Double(min(index, count - index, fade)) / Double(fade)
                let wave = sin(2 * Double.pi * tone.hertz * Double(index) / Double(rate))
                let sample = UInt16(bitPattern: Int16(8000 * envelope * wave))
                bytes += [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
            }
        }
        return bytes
    }
}
