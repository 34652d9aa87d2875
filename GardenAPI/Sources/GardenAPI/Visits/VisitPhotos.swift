/// The kinds of pictures that a photo can be (RULES V9).
public enum PhotoType: String, WireWord {
    /// By the content, not by the name of a file.
    case jpeg, png, webp, heic
}

/// A photo of a visit: a file in the folder of photos, with its SHA-256 as its name (RULES V9).
public struct VisitPhoto: WireObject, Equatable {
    public static let name = "VisitPhoto"

    /// The SHA-256 of its content in hexadecimal digits, which is the name of its file.
    public var name: String
    /// How many bytes it has.
    public var bytes: Int
    /// What kind of picture it is, by its content.
    public var type: PhotoType

    /// Creates the value from its members.
    public init(name: String, bytes: Int, type: PhotoType) {
        self.name = name
        self.bytes = bytes
        self.type = type
    }

    public static let fields = Fields(
        VisitPhoto.init,
        .required("name", \.name, "the SHA-256 of its content, which is the name of its file"),
        .required("bytes", \.bytes, "how many bytes it has"),
        .required("type", \.type, "what kind of picture it is, by its content"))
}

/// The folder in the folder of photos (``Hello/photos``) into which clients copy a file before ``VisitAddPhoto``.
public let photoUploadFolder = "incoming"

/// Adds a photo to a visit, and returns the visit (RULES V9).
///
/// Before the request, the client copies the file into the folder `incoming` of the folder that `daemon.hello` gives, with the mode
/// 0600 and synced. It holds a lock (flock(2)) on the copy until the answer, so that a daemon that starts meanwhile does not remove
/// it. After the answer, the daemon has taken or removed the copy, unless the disk has refused. Nothing changes if the visit has the
/// photo.
///
/// Errors:
/// - `not_found` when no visit has the id or uid, or there is no such copy (`kind` is `upload`): copy it again.
/// - `refused`, reason `too_many_photos`, when the visit has four photos.
/// - `refused`, reason `not_a_photo`, when the content is no JPEG, PNG, WebP or HEIC picture of at most 20 MiB, or when the copy is
///   not a regular file with one name that belongs to the user.
/// - `refused`, reason `busy`, when too many photos wait; reason `in_batch`, when it is part of a batch.
public struct VisitAddPhoto: ChangeRequest, VisitReference {
    public static let method = "visit.addPhoto"
    public static let summary = "Adds a photo to a visit: a file that was copied to the folder of photos."
    public typealias Response = Visit
    public static let errors: [RequestError] = [
        .notFound, .refused(.tooManyPhotos), .refused(.notAPhoto), .refused(.busy), .refused(.inBatch),
    ]

    /// The id of the visit; `nil` if the request uses the uid.
    public var id: Int?
    /// The uid of the visit; `nil` if the request uses the id.
    public var uid: String?
    /// The name of the copy in `incoming`.
    public var upload: String

    /// Creates the request.
    public init(id: Int? = nil, uid: String? = nil, upload: String) {
        self.id = id
        self.uid = uid
        self.upload = upload
    }

    public static let fields = Fields(
        VisitAddPhoto.init,
        .id, .orUid,
        .required("upload", \.upload, "the name of the file in the folder incoming", .uploadName))
}

/// Removes a photo from a visit, and returns the visit (RULES V9). The photo stays if another visit has it, or while undo can bring it
/// back.
///
/// Errors:
/// - `not_found` when no visit has the id or uid, or the visit has no such photo (`kind` is `photo`).
/// - `refused`, reason `ambiguous`, when the names of several photos begin like that.
public struct VisitRemovePhoto: ChangeRequest, VisitReference {
    public static let method = "visit.removePhoto"
    public static let summary = "Removes a photo from a visit."
    public typealias Response = Visit
    public static let errors: [RequestError] = [.notFound, .refused(.ambiguous)]

    /// The id of the visit; `nil` if the request uses the uid.
    public var id: Int?
    /// The uid of the visit; `nil` if the request uses the id.
    public var uid: String?
    /// The name of the photo, or the first digits of it.
    public var photo: String

    /// Creates the request.
    public init(id: Int? = nil, uid: String? = nil, photo: String) {
        self.id = id
        self.uid = uid
        self.photo = photo
    }

    public static let fields = Fields(
        VisitRemovePhoto.init,
        .id, .orUid,
        .required("photo", \.photo, "the photo's name, or its first 4 or more digits", .photoName))
}

extension Constraint where Value == String {
    /// The name of a file in a folder, which leads to no other folder.
    fileprivate static var uploadName: Constraint {
        Constraint(
            "a file name of 1 to 100 letters, digits, '.', '_' and '-' that does not begin with '.'",
            schema: JSONObject([("minLength", 1), ("maxLength", 100), ("pattern", "^[A-Za-z0-9_-][A-Za-z0-9._-]*$")])
        ) { name in
            let isPlain = name.utf8.allSatisfy { byte in
                switch Unicode.Scalar(byte) {
                case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-": true
                default: false
                }
            }
            return isPlain && (1...100).contains(name.utf8.count) && !name.hasPrefix(".") ? name : nil
        }
    }

    fileprivate static var photoName: Constraint {
        Constraint(
            "4 to 64 hexadecimal digits",
            schema: JSONObject([("minLength", 4), ("maxLength", 64), ("pattern", "^[0-9a-fA-F]*$")])
        ) { name in
            let name = name.lowercased()
            let isHexadecimal = name.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
            return isHexadecimal && (4...64).contains(name.utf8.count) ? name : nil
        }
    }
}
