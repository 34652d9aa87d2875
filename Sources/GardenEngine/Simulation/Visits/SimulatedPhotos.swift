import GardenAPI
import GardenCore

/// The photos of a virtual machine: names without content.
final class SimulatedPhotos: SimulatedPart {
    fileprivate var names: Set<String> = []
    /// The copies that clients have made, and the photo that each is.
    fileprivate var uploads: [String: VisitPhoto?] = [:]
    private weak var engine: Engine?

    let directives: [any SimulatedDirective.Type] = [SimulatedUpload.self]

    var needs: [NeedHandler] {
        [
            NeedHandler(
                PhotoNeed.self, obtain: { [unowned self] need, end in end(keep(need.upload)) },
                release: { [unowned self] need, outcome, use in release(need.upload, outcome, use) },
                drop: { [unowned self] need in uploads[need.upload] = nil })
        ]
    }

    private func keep(_ upload: String) -> PhotoNeed.Outcome {
        guard let found = uploads[upload] else { return .failure(.missing) }
        guard let photo = found else { return .failure(.otherContent) }
        uploads[upload] = nil
        names.insert(photo.name)
        return .success(photo)
    }

    private func release(_ upload: String, _ outcome: PhotoNeed.Outcome, _ use: OutcomeUse) {
        guard use == .unused || use == .refusedByDisk else { return }
        let photo = try? outcome.get()
        if let photo, !isNeeded(photo.name) { names.remove(photo.name) }
        if use == .unused { uploads[upload] = nil } else if let photo { uploads[upload] = .some(photo) }
    }

    private func isNeeded(_ name: String) -> Bool {
        engine.map { $0.history.needsPhoto(name, in: $0.state) } ?? true
    }

    /// What clients left and what no visit has goes.
    func begin(on machine: VirtualMachine, _ engine: Engine) {
        self.engine = engine
        uploads = [:]
        names = names.filter(isNeeded)
    }

    func complete(_ hello: inout Hello) { hello.photos = "photos" }
}

/// A client has copied a file for a photo.
private struct SimulatedUpload: WireObject, SimulatedDirective {
    static let name = "SimulatedUpload"
    static let word = "upload"
    static let refusesUnknownNames = true

    var file: String
    /// `nil` for a file that is no photo.
    var photo: VisitPhoto?

    static let fields = Fields(
        SimulatedUpload.init,
        .required("file", \.file, "the name of the file"),
        .optional("photo", \.photo, "the photo that it is; nothing for another file"))

    func obey(on machine: VirtualMachine) { machine.part(SimulatedPhotos.self).uploads[file] = .some(photo) }
}

extension VirtualMachine {
    /// The names of the files in the folder of photos.
    public var photoNames: Set<String> { part(SimulatedPhotos.self).names }
}
