import GardenAPI
import GardenCore

/// The value of the directive `upload`: a file that a client has copied, and what a look at it finds.
public struct SimulatedUpload: WireObject, Equatable {
    public static let name = "SimulatedUpload"
    public static let refusesUnknownNames = true

    public var file: String
    /// `nil` for a file that is no photo.
    public var photo: VisitPhoto?

    public init(file: String, photo: VisitPhoto?) {
        self.file = file
        self.photo = photo
    }

    public static let fields = Fields(
        SimulatedUpload.init,
        .required("file", \.file, "the name of the file"),
        .optional("photo", \.photo, "the photo that it is; nothing for another file"))
}

/// The photos of a virtual machine: names without content.
final class SimulatedPhotos: PhotoFiles {
    let folder = "photos"
    private(set) var names: Set<String> = []
    private var uploads: [String: VisitPhoto?] = [:]
    private var wanted: String?

    func enter(_ upload: SimulatedUpload) { uploads[upload.file] = .some(upload.photo) }

    func startCheck(of upload: String) { wanted = upload }

    /// What a look at the upload that is wanted finds; `nil` if none is.
    func takeWanted() -> Result<VisitPhoto, PhotoProblem>? {
        guard let upload = wanted else { return nil }
        wanted = nil
        guard let found = uploads[upload] else { return .failure(.missing) }
        return found.map { .success($0) } ?? .failure(.otherContent)
    }

    func keep(_ photo: VisitPhoto, from upload: String) {
        uploads[upload] = nil
        names.insert(photo.name)
    }

    func removeUpload(_ upload: String) { uploads[upload] = nil }

    func remove(_ name: String) { names.remove(name) }

    /// As at a start of the daemon: what a client left and what no visit has goes.
    func sweep(keeping isNeeded: (String) -> Bool) {
        (uploads, wanted) = ([:], nil)
        names = names.filter(isNeeded)
    }
}
