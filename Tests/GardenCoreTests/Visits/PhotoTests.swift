import GardenAPI
import TestSupport
import Testing

@testable import GardenCore

/// Photos of visits (RULES V9).
struct PhotoTests {
    private func garden() throws -> CoreGarden {
        let garden = try CoreGarden(at: "2026-03-10T12:00:00+09:00", zone: "Asia/Tokyo")
        for title in ["a", "b"] {
            try garden.perform(VisitAdd(latitude: DecimalNumber(1), longitude: DecimalNumber(2), title: title))
        }
        return garden
    }

    /// A photo with a name that begins with some digits.
    private static func photo(_ digits: String) -> VisitPhoto {
        VisitPhoto(name: digits + String(repeating: "0", count: 64 - digits.count), bytes: 5, type: .png)
    }

    private func add(_ digits: String, to id: Int = 1, in garden: CoreGarden) throws -> Visit {
        try garden.perform(VisitAddPhoto(id: id, upload: "upload"), with: .success(Self.photo(digits)))
    }

    // MARK: What is a photo

    private static func box(_ brand: String, _ others: String = "", size: UInt8? = nil) -> [UInt8] {
        let text = "ftyp\(brand)\0\0\0\0\(others)more"
        return [0, 0, 0, size ?? UInt8(16 + others.utf8.count)] + Array(text.utf8)
    }

    private struct Head: CustomTestStringConvertible {
        let bytes: [UInt8]
        let type: PhotoType?
        var testDescription: String { "\(bytes) \(type?.rawValue ?? "none")" }

        init(_ bytes: [UInt8], _ type: PhotoType?) { (self.bytes, self.type) = (bytes, type) }
        init(_ text: String, _ type: PhotoType?) { self.init(Array(text.utf8), type) }
    }

    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private static let heads: [Head] = [
        Head([0xFF, 0xD8, 0xFF, 0xE0, 0, 16], .jpeg), Head([0xFF, 0xD8, 0xFF], .jpeg), Head(png, .png),
        Head(png + [0, 0], .png), Head("RIFF????WEBPVP8 ", .webp), Head(box("heic", "mif1heic"), .heic),
        Head(box("mif1", "mif1heix"), .heic), Head(box("msf1", "hevc"), .heic),
    ]

    /// Too short, text, GIF, sound, AVIF, a film, and a brand beyond the box.
    private static let others: [Head] = [
        Head("", nil), Head([0xFF, 0xD8], nil), Head(Array(png.prefix(7)), nil), Head("<svg>", nil),
        Head("GIF89a", nil), Head("RIFF????WAVEfmt ", nil), Head("RIFF????WEB", nil),
        Head(box("avif", "mif1avif"), nil), Head(box("isom", "mp42"), nil), Head(box("mif1", "heic", size: 16), nil),
        Head(box("heic", size: 0), nil), Head(Array(box("heic").prefix(12)), nil),
    ]

    @Test("V9: a photo is known by its content", arguments: heads + others)
    private func photosAreRecognized(head: Head) { #expect(PhotoType(head: head.bytes) == head.type) }

    // MARK: Adding and removing

    @Test("V9: a photo is added to a visit, once, and removed by the beginning of its name")
    func aPhotoIsAddedAndRemoved() throws {
        let garden = try garden()
        let before = try garden.ask(VisitGet(id: 1))
        var expected = before
        expected.details.photos = [Self.photo("12345")]
        #expect(try add("12345", in: garden) == expected)
        #expect(garden.events.map(\.type) == ["visit.edited"])
        #expect(try garden.published(EventKind.visitEdited).map(\.data) == [expected])
        #expect(try garden.ask(VisitGet(id: 1)) == expected)

        #expect(try add("12345", in: garden) == expected)
        #expect(garden.events == [])
        // Another visit may have the same one.
        #expect(try add("12345", to: 2, in: garden).details.photos == expected.details.photos)

        #expect(try garden.perform(VisitRemovePhoto(uid: before.uid, photo: "1234")) == before)
        #expect(try garden.ask(VisitGet(id: 2)).details.photos == expected.details.photos)
        #expect(
            try garden.refusal(of: VisitRemovePhoto(id: 1, photo: "1234"))
                == Refusal(.notFound, ["kind": "photo", "name": "1234"]))
    }

    @Test("V9: the beginning of a name must be of one photo")
    func anAmbiguousNameIsRefused() throws {
        let garden = try garden()
        _ = try add("abcd1", in: garden)
        _ = try add("abcd2", in: garden)
        let refusal = try garden.refusal(of: VisitRemovePhoto(id: 1, photo: "ABCD"))
        #expect(refusal.details["reason"] == "ambiguous")
        #expect(try garden.perform(VisitRemovePhoto(id: 1, photo: "ABCD2")).details.photos == [Self.photo("abcd1")])
    }

    @Test("V9: a fifth photo is refused before its file is looked at, and after that")
    func aFifthPhotoIsRefused() throws {
        let garden = try garden()
        for digits in ["1", "2", "3", "4"] { _ = try add(digits, in: garden) }
        let command = VisitAddPhoto(id: 1, upload: "upload")
        let refusal = GardenError.refused(
            .tooManyPhotos, "visit 1 has 4 photos, the maximum; remove one first", [("id", 1), ("limit", 4)])
        guard case .refused(refusal, PhotoNeed("upload")) = command.prepare(in: garden.context) else {
            Issue.record("it was not refused before its file is looked at")
            return
        }
        var transition = Transition(
            state: garden.state, moment: garden.context.moment, environment: garden.environment,
            history: garden.history)
        #expect(throws: refusal) { try command.perform(with: .success(Self.photo("5")), in: &transition) }
        #expect(transition.events == [])
        #expect(try garden.ask(VisitGet(id: 1)).details.photos.count == 4)
        try garden.perform(VisitRemovePhoto(id: 1, photo: "1000"))
        #expect(try add("5", in: garden).details.photos.map { $0.name.first } == ["2", "3", "4", "5"])
    }

    @Test("V9, V10: like does not copy photos; an edit keeps them")
    func photosBelongToOneVisit() throws {
        let garden = try garden()
        _ = try add("1", in: garden)
        let like = VisitAdd(latitude: DecimalNumber(1), longitude: DecimalNumber(2), like: 1)
        #expect(try garden.perform(like).details.photos == [])
        #expect(try garden.perform(VisitEdit(id: 1, title: .set("c"))).details.photos == [Self.photo("1")])
        try garden.perform(VisitRemove(id: 1))
        #expect(try garden.perform(VisitRestore(id: 1)).details.photos == [Self.photo("1")])
    }

    @Test("V9: a missing visit is refused")
    func aMissingVisitIsRefused() throws {
        let garden = try garden()
        #expect(throws: GardenError.notFound(kind: "visit", id: 9)) {
            try garden.perform(VisitAddPhoto(id: 9, upload: "x"), with: .success(Self.photo("1")))
        }
        #expect(
            try garden.refusal(of: VisitRemovePhoto(id: 9, photo: "1234"))
                == Refusal(.notFound, ["kind": "visit", "id": 9]))
    }

    private static let uploadName =
        "a file name of 1 to 100 letters, digits, '.', '_' and '-' that does not begin with '.'"

    private static func problem(of name: String, _ expected: String) -> String {
        ValidationError(expected: expected, found: .string(name)).problem
    }

    @Test(
        "V9: the name of an upload leads to no other folder", arguments: ["", ".", "..", ".x", "a/b", "/a", "ä", "a b"])
    func namesOfUploadsAreChecked(name: String) {
        #expect(throws: ValidationError(path: ["upload"], problem: Self.problem(of: name, Self.uploadName))) {
            try VisitAddPhoto(json: ["id": 1, "upload": .string(name)])
        }
        #expect(throws: ValidationError(path: ["photo"], problem: Self.problem(of: name, "4 to 64 hexadecimal digits")))
        {
            try VisitRemovePhoto(json: ["id": 1, "photo": .string(name)])
        }
    }

    @Test func namesOfFilesAreAccepted() throws {
        for name in ["a", "IMG_1.jpg", "a-b", "1..2", String(repeating: "x", count: 100)] {
            #expect(try VisitAddPhoto(json: ["id": 1, "upload": .string(name)]).upload == name)
        }
        let long = String(repeating: "x", count: 101)
        #expect(throws: ValidationError(path: ["upload"], problem: Self.problem(of: long, Self.uploadName))) {
            try VisitAddPhoto(json: ["id": 1, "upload": .string(long)])
        }
    }

    // MARK: Which photos are kept

    @Test("V9: what undo can bring back is kept, and nothing of before it")
    func theScopeFollowsUndo() throws {
        let garden = try CoreGarden(at: "2026-03-10T12:00:00+09:00", zone: "Asia/Tokyo")
        #expect(
            garden.state.keptPhotos == PhotoScope(revertibleSince: .max, prunedBefore: nil, addedAfter: 0))
        try garden.perform(VisitAdd(latitude: DecimalNumber(1), longitude: DecimalNumber(2)))
        let first = try #require(garden.events.first?.seq)
        _ = try add("1", in: garden)
        #expect(garden.state.keptPhotos.revertibleSince == first)
        #expect(try garden.undo(2).count == 2)
        #expect(garden.state.keptPhotos.revertibleSince == first)
        try garden.perform(
            GardenReset(all: true), with: .success(GardenBackup(path: "/b", restoreCommand: "restore")))
        #expect(garden.state.keptPhotos.revertibleSince == .max)
        #expect(garden.state.shownPhotos.addedAfter == garden.state.lastResetSeq)
    }

    @Test("V9: the size in a refusal is never rounded down to one that is allowed")
    func sizesAreRoundedUp() {
        for (bytes, text) in [((20 << 20) + 1, "20.1"), (21 << 20, "21.0"), (1 << 30, "1024.0")] {
            #expect(
                PhotoProblem.tooLarge(bytes) == .unsuitable("it has \(text) MiB; a photo has at most 20 MiB"))
        }
    }
}
