import Foundation
import GardenAPI
import GeoKit
import Testing
import TimeKit

@testable import ImportFormats

/// What an import reads from zip archives (RULES I2).
struct ZipTests {
    /// Made by Python's zipfile.
    private static let base64 = """
        UEsDBBQAAAAIADOufl2F+KfHgQAAAKEAAAAeAAAAVGFrZW91dC9UaW1lbGluZS8yMDI0X01BWS5qc29uRY0xCsMwDEWvEjQ3IDtN3GTv3CV0aO
        ngOqaoOE6Ilcn47hV0CGj4T0/oZ2CafaDob++vd5xgqJ4Z1mCdv1MiFs4QFmeZlvgHibxP/moEm7a7KI2Ip0qu4ucwqulNZ5SoIm7at+NDYrvx
        KL0S5lVWoFGfa2xrVCP2A6LMA0opr/IDUEsDBBQAAAAIADOufl0j4B4TJAAAADgAAAAOAAAALi4vLi4vZXZpbC5ncHizSS+osLMpLyhRyEkssV
        UyVFLIyc+zVTJS0kcStUQR1gdpAQBQSwMEFAAAAAgAM65+XZeOofsKAAAACAAAABUAAABUYWtlb3V0L1NldHRpbmdzLmpzb26rVkpUslIwrAUA
        UEsDBBQAAAAIADOufl2PXQ5eBgAAAGQAAAARAAAAVGFrZW91dC9waG90by5qcGerqKA9AABQSwMEFAAAAAAAM65+XSRdyqxPAAAATwAAAAoAAA
        BzdG9yZWQua21sPGttbD48UGxhY2VtYXJrPjxQb2ludD48Y29vcmRpbmF0ZXM+Myw0PC9jb29yZGluYXRlcz48L1BvaW50PjwvUGxhY2VtYXJr
        Pjwva21sPlBLAwQUAAAACAAzrn5dXYRsSwYAAAAEAAAABwAAAGJhZC5rbWyzyc7NAQBQSwMEFAAAAAgAM65+XQAAAAACAAAAAAAAAAcAAABmb2
        xkZXIvAwBQSwECFAMUAAAACAAzrn5dhfinx4EAAAChAAAAHgAAAAAAAAAAAAAAgAEAAAAAVGFrZW91dC9UaW1lbGluZS8yMDI0X01BWS5qc29u
        UEsBAhQDFAAAAAgAM65+XSPgHhMkAAAAOAAAAA4AAAAAAAAAAAAAAIABvQAAAC4uLy4uL2V2aWwuZ3B4UEsBAhQDFAAAAAgAM65+XZeOofsKAA
        AACAAAABUAAAAAAAAAAAAAAIABDQEAAFRha2VvdXQvU2V0dGluZ3MuanNvblBLAQIUAxQAAAAIADOufl2PXQ5eBgAAAGQAAAARAAAAAAAAAAAA
        AACAAUoBAABUYWtlb3V0L3Bob3RvLmpwZ1BLAQIUAxQAAAAAADOufl0kXcqsTwAAAE8AAAAKAAAAAAAAAAAAAACAAX8BAABzdG9yZWQua21sUE
        sBAhQDFAAAAAgAM65+XV2EbEsGAAAABAAAAAcAAAAAAAAAAAAAAIAB9gEAAGJhZC5rbWxQSwECFAMUAAAACAAzrn5dAAAAAAIAAAAAAAAABwAA
        AAAAAAAAABAA/UEhAgAAZm9sZGVyL1BLBQYAAAAABwAHAKwBAABIAgAAAAA=
        """
    private static let bytes = Data(base64Encoded: base64, options: .ignoreUnknownCharacters).map { Array($0) } ?? []

    @Test("each file in a format is read, and the others are counted")
    func filesAreRead() throws {
        #expect(ImportFormat.detect(Self.bytes) == .zip)
        let file = try ImportFormat.zip.read(Self.bytes)
        #expect(file.format == "zip archive with GPX, Google Timeline, KML")
        #expect(
            file.places.map(\.position) == [
                "../../evil.gpx: line 1", "Takeout/Timeline/2024_MAY.json: line 1, timelineObjects[0]",
                "stored.kml: line 1",
            ])
        #expect(file.places[1].place == GeoPoint(latitude: 35_681_200, longitude: 139_767_100))
        #expect(
            file.leftOut == [
                LeftOut(position: "../../evil.gpx: line 1", reason: "its latitude, \"91\", is not from -90 to 90")
            ])
        // Settings, a photo, and a file that is not of its ending.
        #expect(file.others == ["other file": 3] && file.damage == nil)
    }

    @Test("what an archive says of sizes is not relied on")
    func sizesAreBounded() throws {
        let archive = try ZipArchive(Self.bytes)
        let entry = try #require(archive.entries.first { $0.name.hasSuffix("MAY.json") })
        #expect(try archive.content(of: entry, most: entry.size).count == entry.size)
        #expect(throws: ZipArchive.Problem(reason: "it is too large")) {
            try archive.content(of: entry, most: entry.size - 1)
        }
        // The same with a smaller size in the list.
        var bytes = Self.bytes
        for index in bytes.indices.dropLast(46) where Array(bytes[index..<(index + 4)]) == [0x50, 0x4B, 0x01, 0x02] {
            bytes[index + 24] = 1
            bytes[index + 25] = 0
        }
        let lying = try ZipArchive(bytes)
        let small = try #require(lying.entries.first { $0.name.hasSuffix("MAY.json") })
        #expect(small.size == 1)
        let problem = #expect(throws: ZipArchive.Problem.self) { try lying.content(of: small, most: 50) }
        // What was read counts.
        #expect(problem == ZipArchive.Problem(reason: "it is too large", bytes: entry.size))
    }

    @Test("any damage is named, and does no harm")
    func damage() throws {
        for length in 0..<Self.bytes.count {
            let cut = Array(Self.bytes.prefix(length))
            let problem = #expect(throws: UnreadableFile.self) { try ImportFormat.zip.read(cut) }
            #expect(problem?.reason == "the list at the end of the archive is missing")
        }
        for index in Self.bytes.indices {
            for value in [0, 0xFF, Self.bytes[index] ^ 1] {
                var bytes = Self.bytes
                bytes[index] = value
                guard let file = try? ImportFormat.zip.read(bytes) else { continue }
                // Nothing is there that is not in the files.
                let points = [
                    GeoPoint(latitude: 1_000_000, longitude: 2_000_000),
                    GeoPoint(latitude: 4_000_000, longitude: 3_000_000),
                ]
                #expect(file.places.count <= 3 && file.leftOut.allSatisfy { !$0.reason.isEmpty })
                if file.leftOut.isEmpty, index > 400 {
                    #expect(file.places.allSatisfy { points.contains($0.place) || $0.time != nil })
                }
            }
        }
        #expect(throws: UnreadableFile(reason: "the list at the end of the archive is missing")) {
            try ImportFormat.zip.read([0x50, 0x4B, 0x03, 0x04])
        }
    }
}
