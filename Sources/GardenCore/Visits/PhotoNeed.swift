import GardenAPI

/// A file that a client has copied for a photo, checked and kept under the name of its content (RULES V9). It has that name before
/// the change is written, so that no photo of the journal is missing.
public struct PhotoNeed: Need, Equatable {
    public typealias Outcome = Result<VisitPhoto, PhotoProblem>

    public static let policy = NeedPolicy(
        reasonNotInBatch: "reads a file", refusalOfMore: "too many photos wait; try again later")

    /// The name of the client's copy in the folder ``photoUploadFolder``.
    public let upload: String

    public init(_ upload: String) { self.upload = upload }
}

/// Why a copy is not taken.
public enum PhotoProblem: Error, Equatable {
    /// There is no such file in the folder.
    case missing
    /// It is no photo; the text says why.
    case unsuitable(String)
    /// The disk refuses to read it.
    case unreadable(String)
    /// The disk refuses to keep it.
    case unwritable(String)

    /// A file with another content.
    public static let otherContent = PhotoProblem.unsuitable(
        "its content is not that of a JPEG, PNG, WebP or HEIC picture, whatever its name")

    /// A file that is too large.
    public static func tooLarge(_ bytes: Int) -> PhotoProblem {
        .unsuitable(
            "it has \(megabytes(bytes)) MiB; a photo has at most \(Limits.photoBytes >> 20) MiB")
    }

    /// Rounded up, so that a file with one byte too many does not seem to have the size that is allowed.
    private static func megabytes(_ bytes: Int) -> String {
        let tenths = (bytes * 10 + (1 << 20) - 1) >> 20
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// The answer to the request.
    func refusal(of upload: String) -> GardenError {
        switch self {
        case .missing:
            GardenError(
                .notFound, "\(JSON.string(upload).text) is not in the folder of uploads; copy it again",
                [("kind", "upload"), ("name", .string(upload))])
        case .unsuitable(let reason): .refused(.notAPhoto, "the file is no photo: \(reason)")
        case .unreadable(let reason):
            GardenError(.storageFailed, "cannot read the photo: \(reason)", [("reason", .string(reason))])
        case .unwritable(let reason): .storageFailed(reason)
        }
    }
}
