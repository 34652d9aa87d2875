import GardenAPI

extension VisitAddPhoto {
    /// Refuses what needs no look at the file.
    func check(in context: QueryContext) throws(GardenError) {
        try context.state.visit(self) { try context.history.read($0) }.checkRoomForPhoto()
    }

    /// - Parameter photo: the upload, which was checked and hashed outside of the core.
    func perform(with photo: VisitPhoto, in t: inout Transition) throws(GardenError) -> Visit {
        let before = try t.visit(self)
        var content = before.content
        var photos = content.photos ?? []
        if !photos.contains(where: { $0.name == photo.name }) {
            try before.checkRoomForPhoto()
            photos.append(photo)
            content.photos = photos
        }
        return t.changeVisit(.visitEdited, before, to: content)
    }
}

extension VisitRemovePhoto: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> Visit {
        let before = try t.visit(self)
        var content = before.content
        let found = (content.photos ?? []).filter { $0.name.hasPrefix(photo) }
        guard let name = found.first?.name else {
            throw GardenError(
                .notFound, "visit \(before.id) has no photo with a name that begins with \(photo)",
                [("kind", "photo"), ("name", .string(photo))])
        }
        guard found.count == 1 else {
            throw .refused(
                .ambiguous, "\(found.count) photos of visit \(before.id) have names that begin with \(photo)",
                [("candidates", .array(found.map { .string($0.name) }))])
        }
        content.photos?.removeAll { $0.name == name }
        if content.photos?.isEmpty == true { content.photos = nil }
        return t.changeVisit(.visitEdited, before, to: content)
    }
}

extension StoredVisit {
    fileprivate func checkRoomForPhoto() throws(GardenError) {
        guard (content.photos?.count ?? 0) >= Limits.photosOfVisit else { return }
        throw .refused(
            .tooManyPhotos, "visit \(id) has \(Limits.photosOfVisit) photos, the maximum; remove one first",
            [("id", .integer(id)), ("limit", .integer(Limits.photosOfVisit))])
    }
}

/// Why an upload is not taken (RULES V9).
public enum PhotoProblem: Error, Equatable {
    /// There is no such file in the folder.
    case missing
    /// It is no photo; the text says why.
    case unsuitable(String)
    /// The disk refuses.
    case unreadable(String)

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
    public func refusal(of upload: String) -> GardenError {
        switch self {
        case .missing:
            GardenError(
                .notFound, "\(JSON.string(upload).text) is not in the folder of uploads; copy it again",
                [("kind", "upload"), ("name", .string(upload))])
        case .unsuitable(let reason): .refused(.notAPhoto, "the file is no photo: \(reason)")
        case .unreadable(let reason):
            GardenError(.storageFailed, "cannot read the photo: \(reason)", [("reason", .string(reason))])
        }
    }
}

/// A ``VisitAddPhoto`` with its type erased.
public struct PhotoChange {
    /// The file that it takes.
    public let upload: String
    /// Refuses what needs no look at the file.
    public let check: (QueryContext) throws(GardenError) -> Void
    /// Its answer encoded.
    public let perform: (VisitPhoto, inout Transition) throws(GardenError) -> [UInt8]
}

extension RegisteredMethod {
    static let visitAddPhoto = RegisteredMethod(request: VisitAddPhoto.self) { params throws(ValidationError) in
        let command = try VisitAddPhoto(json: .object(params))
        return .photoChange(
            params: command.encoded,
            PhotoChange(
                upload: command.upload, check: { context throws(GardenError) in try command.check(in: context) },
                perform: { photo, t throws(GardenError) in try command.perform(with: photo, in: &t).encoded }))
    }
}
