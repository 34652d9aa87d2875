import GardenAPI
import Testing

/// The files of photos, and what the answers to requests about them must be (RULES V9).
struct VisitPhotoModel {
    /// What clients have copied: photos, and `null` for files that are none. A file of which it is not known whether it is there has
    /// the name of no photo.
    private var uploads: [String: JSON] = [:]
    private static let unknown: JSON = "unknown"
    /// All photos that a visit has ever had.
    private var named: Set<String> = []

    mutating func note(_ directive: JSON) {
        if let upload = directive["upload"] {
            uploads[upload["file"]?.stringValue ?? ""] = upload["photo"] ?? .null
        }
        if directive["down"] != nil || directive["reboot"] != nil { uploads = [:] }
    }

    /// A request came while the disk refused: whether the file is still there is not known.
    mutating func noteDelayed(_ params: JSON) { uploads[file(params)] = Self.unknown }

    mutating func enter(_ data: JSON) { named.formUnion(Self.names(data["photos"])) }

    private func file(_ params: JSON) -> String { params["upload"]?.stringValue ?? "" }

    static func names(_ photos: JSON?) -> [String] {
        (photos?.arrayValue ?? []).compactMap { $0["name"]?.stringValue }
    }

    /// - Parameter before: the visit before the request; `nil` if no visit has the id.
    mutating func checkAdd(_ params: JSON, _ answer: JSON, _ before: VisitModel.Entry?, _ label: String) {
        let file = file(params)
        let data = answer["error"]?["data"]
        guard !file.contains("/") else { return #expect(data?["code"] == "invalid_params", "\(label)") }
        let upload = uploads.removeValue(forKey: file)
        guard let before else { return #expect(data?["kind"] == "visit", "\(label)") }
        let photos = before.data["photos"]?.arrayValue ?? []
        guard photos.count < 4 else { return #expect(data?["reason"] == "too_many_photos", "\(label)") }
        switch upload {
        case Self.unknown: break
        case nil: #expect(data?["kind"] == "upload", "\(label)")
        case .null?: #expect(data?["reason"] == "not_a_photo", "\(label)")
        case let photo?:
            #expect(answer["result"]?["photos"] == .array(photos + (photos.contains(photo) ? [] : [photo])))
        }
    }

    func checkRemove(_ params: JSON, _ answer: JSON, _ before: VisitModel.Entry?, _ label: String) {
        let data = answer["error"]?["data"]
        let digits = (params["photo"]?.stringValue ?? "").lowercased()
        guard digits.count >= 4 else { return #expect(data?["code"] == "invalid_params", "\(label)") }
        guard let before else { return #expect(data?["kind"] == "visit", "\(label)") }
        let photos = before.data["photos"]?.arrayValue ?? []
        let found = photos.filter { $0["name"]?.stringValue?.hasPrefix(digits) ?? false }
        switch found.count {
        case 0: #expect(data?["kind"] == "photo", "\(label)")
        case 1: #expect(answer["result"]?["photos"] == .array(photos.filter { !found.contains($0) }), "\(label)")
        default: #expect(data?["reason"] == "ambiguous", "\(label)")
        }
    }

    /// Every photo of a visit has its file, and every file was a photo of a visit.
    func check(_ files: Set<String>, _ model: VisitModel, _ label: String) {
        let shown = Set(model.visits.values.filter(model.isKnown).flatMap { Self.names($0.data["photos"]) })
        #expect(shown.subtracting(files) == [], "\(label): photos without files")
        #expect(files.subtracting(named) == [], "\(label): files without visits")
    }
}
