import Foundation
import Synchronization
import Testing
import TimeKit

@Suite struct ZoneDirectoryTests {
    private let files = ZoneDirectory()

    private func failure(_ name: String) -> ZoneError? {
        do {
            _ = try files.load(named: name)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: ["Europe/Berlin", "America/Argentina/Ushuaia", "UTC", "Etc/GMT+9"])
    func loadsTheZonesOfTheSystem(name: String) throws {
        #expect(try files.load(named: name).name == name)
    }

    @Test func everyZoneOfTheSystemCanBeRead() throws {
        let names = files.names()
        #expect(names.count > 300 && names.contains("Asia/Tokyo") && !names.contains("zone.tab"))
        for name in names { _ = try files.load(named: name) }
    }

    @Test(arguments: [
        "", "/etc/passwd", "..", "../../../etc/passwd", "Europe/../../../etc/passwd", "Europe//Berlin", "Europe/",
        "./UTC", "Europe/Ber lin", "Europe/Berlin\0", "Europe/\u{1B}[1m", String(repeating: "A", count: 256),
    ])
    func refusesAnInvalidName(name: String) {
        #expect(failure(name) == .badName(name))
    }

    @Test(arguments: ["Europe/Berlim", "europe/berlin", "Europe"])
    func aNameWithoutAFileIsUnknown(name: String) {
        #expect(failure(name) == .unknown(name: name))
        #expect(failure(name)?.description == "there is no time zone \"\(name)\"")
    }

    @Test func aFileOfAnotherFormatIsMalformed() {
        #expect(failure("tzdata.zi") == .malformed(name: "tzdata.zi", .notTZif))
    }

    @Test("L9: a zone that is read while another program sets it has the rules of its name")
    func theNameAndTheRulesAreOfOneMoment() throws {
        try withFolder { folder in
            let link = folder.appending(path: "localtime").path
            let names = ["Asia/Tokyo", "Pacific/Honolulu"]
            let zones = try names.map { try files.load(named: $0) }
            let isOver = Atomic(false)
            let hasEnded = DispatchSemaphore(value: 0)
            Thread {
                // Some programs replace the link, others remove it and make it again.
                var number = 0
                while !isOver.load(ordering: .relaxed) {
                    let target = "/usr/share/zoneinfo/\(names[number / 2 % 2])"
                    if number % 2 == 0 {
                        symlink(target, "\(link)~")
                        rename("\(link)~", link)
                    } else {
                        unlink(link)
                        symlink(target, link)
                    }
                    number += 1
                }
                hasEnded.signal()
            }.start()
            let directory = ZoneDirectory(systemLink: link, systemName: "\(folder.path)/none")
            let found = try (0..<5000).compactMap { _ in try directory.systemZone() }
            isOver.store(true, ordering: .relaxed)
            hasEnded.wait()
            #expect(found.filter { !zones.contains($0) }.map(\.name) == [])
            #expect(!found.isEmpty)
        }
    }

    @Test func theSystemsZoneIsNamedByItsLink() throws {
        try withFolder { folder in
            let link = folder.appending(path: "localtime")
            try FileManager.default.createSymbolicLink(
                atPath: link.path, withDestinationPath: "/usr/share/zoneinfo/Asia/Tokyo")
            let zone = try ZoneDirectory(systemLink: link.path).systemZone()
            #expect(zone == (try files.load(named: "Asia/Tokyo")))
        }
    }

    @Test func withoutALinkTheSystemsZoneIsNamedByTheNameFile() throws {
        try withFolder { folder in
            let copy = folder.appending(path: "localtime")
            let nameFile = folder.appending(path: "timezone")
            try FileManager.default.copyItem(atPath: "/usr/share/zoneinfo/Asia/Tokyo", toPath: copy.path)
            let files = ZoneDirectory(systemLink: copy.path, systemName: nameFile.path)
            #expect(try files.systemZone()?.name == "localtime")
            try Data("Asia/Tokyo\n".utf8).write(to: nameFile)
            #expect(try files.systemZone()?.name == "Asia/Tokyo")
            try Data("../secret\n".utf8).write(to: nameFile)
            #expect(try files.systemZone()?.name == "localtime")
        }
    }

    @Test func aSystemWithoutAZoneHasNone() throws {
        try withFolder { folder in
            let zone = try ZoneDirectory(systemLink: folder.appending(path: "localtime").path).systemZone()
            #expect(zone == nil)
        }
    }

    @Test func aDamagedSystemZoneIsAnError() throws {
        try withFolder { folder in
            let link = folder.appending(path: "localtime")
            try Data("TZif2".utf8).write(to: link)
            let files = ZoneDirectory(systemLink: link.path, systemName: folder.appending(path: "timezone").path)
            #expect(throws: ZoneError.malformed(name: "localtime", .truncated(at: "header"))) {
                try files.systemZone()
            }
        }
    }

    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "zone-files-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }
}
