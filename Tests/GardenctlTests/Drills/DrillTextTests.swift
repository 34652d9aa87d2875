import GardenAPI
import Glibc
import Testing

@testable import gardenctl

/// Decks, records and words as text, and how they are spoken.
struct DrillTextTests {
    @Test func decksAreATable() {
        let decks = [
            DrillDeck(name: "flags", entries: 72, languages: ["en", "ja", "zh"], isBuiltIn: true, due: 0),
            DrillDeck(name: "planets", entries: 8, languages: [], isBuiltIn: false, due: 3),
        ]
        #expect(
            decksText(decks, .plain) == """
                deck     entries  languages
                flags         72  en ja zh
                planets        8             your own · 3 due for review

                Play one: gardenctl drill play DECK
                """)
    }

    @Test func recordsAreATable() {
        var levels = [DrillLevel.sample(best: 18_240), .sample(best: nil)]
        (levels[1].id, levels[1].isLocked) = ("challenge", true)
        #expect(
            levelsText(levels, of: "flags", .plain) == """
                flags
                level      stars    best  clears  runs
                basic      ★☆☆    18.2 s       1     1
                challenge  ☆☆☆                 0     0  locked
                """)
    }

    @Test func entriesAreATable() {
        let entries = [
            DrillEntry(
                shows: ["🔴", "🟥"], word: DrillWord(text: "red", say: "red"), asked: 3, missed: 1, box: 2,
                dueOn: .sample),
            DrillEntry(shows: ["🟢"], word: DrillWord(text: "green", say: "green"), asked: 0, missed: 0),
        ]
        #expect(
            entriesText(entries, .plain) == """
                shown  word   asked  missed  box
                🔴 🟥  red        3       1    2
                🟢     green      0       0
                """)
    }

    @Test func theEndLeavesALine() {
        let cleared = Drill.sample { ($0.outcome, $0.elapsedMilliseconds, $0.stars) = (.cleared, 18_240, [1, 2]) }
        #expect(endText(cleared, .plain) == "letters, basic: cleared in 18.2 s  ★★☆")
        #expect(
            endText(.sample(), .plain)
                == "letters, basic: runs on without you, to its limit. To continue: gardenctl drill play")
    }

    @Test func practiceGoesRoundTheDeck() {
        let words = ["A", "B"].map { DrillWord(text: $0, say: $0.lowercased()) }
        var view = PracticeView(
            "letters", words.map { DrillEntry(shows: [$0.say], word: $0, asked: 0, missed: 0) })
        #expect(view.press(.character(" ")) == .speak(words[1]))
        #expect(view.press(.enter) == .speak(words[0]))
        #expect(view.press(.left) == .speak(words[1]))
        #expect(view.press(.character("r")) == .speak(words[1]))
        #expect(view.press(.character("x")) == nil)
        #expect(view.press(.character("q")) == .leave)
        #expect(
            view.canvas(ScreenSize(columns: 40, rows: 8), .plain).lines == [
                " letters  2/2", "", "", "                   b", "", "                   B", "",
                " space next · p back · r hear it again…",
            ])
    }

    // MARK: Speech

    private func settings(_ values: JSON, file: String? = nil) -> SettingsReport {
        SettingsReport(file: file, values: values, changed: [])
    }

    private let word = DrillWord(text: "水", say: "-みず", language: "ja")

    @Test func aCommandOfTheSettingsGetsTheWordAfterTwoHyphens() {
        let own: JSON = ["drills.speak_command": ["say", "--voice={language}"], "drills.sound": true]
        let speaker = Speaker(settings(own), environment: [:])
        #expect(speaker.words(for: word) == ["say", "--voice=ja", "--", "-みず"])
        #expect(speaker.problem == nil)
    }

    @Test func withoutProgramsOrSoundNothingIsSpoken() {
        let silent = Speaker(settings([:]), environment: ["PATH": "/nowhere"])
        #expect(silent.words(for: word) == nil && !silent.speaks)
        // It is said once.
        #expect(silent.takeProblem() == Speaker.missing)
        #expect(silent.takeProblem() == nil)
        let noSound: JSON = ["drills.speak_command": ["say"], "drills.sound": false]
        let off = Speaker(settings(noSound), environment: ["PATH": "/nowhere"])
        #expect(off.words(for: word) == nil && off.takeProblem() == nil)
    }

    @Test func theFirstInstalledProgramSpeaks() throws {
        let home = Home()
        for name in ["espeak-ng", "spd-say"] {
            try home.write("#!/bin/sh\n", to: name, executable: true)
            let speaker = Speaker(settings([:]), environment: ["PATH": home.path])
            let expected =
                name == "espeak-ng" ? ["espeak-ng", "-v", "ja", "--", "-みず"] : ["spd-say", "-l", "ja", "--", "-みず"]
            #expect(speaker.words(for: word) == expected)
        }
    }

    @Test("H3: a command in a file that others can change is not run")
    func foreignConfiguration() throws {
        let home = Home()
        let own: JSON = ["drills.speak_command": ["say"]]
        for (permissions, isUsed) in [(0o600, true), (0o644, true), (0o620, false), (0o666, false)] as [(UInt32, Bool)]
        {
            try home.write("", to: "config.toml")
            chmod("\(home.path)/config.toml", permissions)
            let speaker = Speaker(settings(own, file: "\(home.path)/config.toml"), environment: [:])
            #expect((speaker.words(for: word) != nil) == isUsed)
            #expect((speaker.problem == nil) == isUsed)
        }
    }

    @Test("the sounds are audible, not clipped, and end in silence")
    func sounds() {
        for sound in [DrillGame.Sound.right, .wrong, .won, .lost] {
            let bytes = Chime.samples(of: sound)
            let samples = stride(from: 0, to: bytes.count, by: 2).map { index in
                Int(Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8))
            }
            let peak = samples.map(\.magnitude).max() ?? 0
            #expect(peak > 7000 && peak < 9000, "\(sound): \(peak)")
            #expect((samples.first?.magnitude ?? 1, (samples.last?.magnitude ?? 99) < 60) == (0, true), "\(sound)")
            // They are written into a pipe at once.
            #expect(bytes.count < 64 << 10, "\(sound)")
        }
    }

    @Test func clicksAreDecoded() {
        var decoder = KeyDecoder()
        #expect(
            decoder.keys(in: Array("\u{1B}[<0;12;5M\u{1B}[<0;12;5m1".utf8)) == [
                .click(row: 4, column: 11), .character("1"),
            ])
        #expect(decoder.keys(in: Array("\u{1B}[<64;1;1M\u{1B}[<0;0;1M\u{1B}[<0;1M".utf8)) == [])
    }
}
