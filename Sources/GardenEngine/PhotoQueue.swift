import GardenAPI
import GardenCore

/// The files of photos, as the engine sees them (RULES V9).
public protocol PhotoFiles: AnyObject {
    /// The folder of photos. Clients copy files into the folder ``photoUploadFolder`` in it.
    var folder: String { get }

    /// Begins to check and hash an upload, and reports the end to ``Engine/endPhotoCheck(_:at:)``, later. One at a time.
    func startCheck(of upload: String)

    /// Gives the upload that was checked last the name of its content. It is on the disk under that name afterwards.
    func keep(_ photo: VisitPhoto, from upload: String) throws(StoreError)

    /// Removes an upload, if it is there.
    func removeUpload(_ upload: String)

    /// Removes a photo that no visit has.
    func remove(_ name: String)
}

/// The requests that wait until their uploads are checked and hashed, one after the other.
struct PhotoQueue {
    struct Waiting {
        let request: DecodedRequest
        let params: [UInt8]
        let change: PhotoChange
        let slot: PendingSlot
    }

    /// How many requests may wait.
    private static let most = 64

    private var waiting: [Waiting] = []
    /// The request with the upload that is being checked.
    private var current: Waiting?

    var isFull: Bool { waiting.count >= Self.most }

    mutating func append(_ change: Waiting) { waiting.append(change) }

    /// - Returns: the next request to begin with; `nil` while one is being checked.
    mutating func begin() -> Waiting? {
        guard current == nil, !waiting.isEmpty else { return nil }
        current = waiting.removeFirst()
        return current
    }

    /// - Returns: the request with the upload that was checked.
    mutating func end() -> Waiting? {
        defer { current = nil }
        return current
    }
}

/// Changes that take a file (RULES V9).
extension Engine {
    /// Has a change wait for its upload to be checked.
    ///
    /// - Returns: the answer to the same request before; `nil` if the reply has its slot.
    func addPhoto(
        for request: DecodedRequest, _ params: [UInt8], _ change: PhotoChange, _ id: RequestID, at now: Moment,
        in reply: Reply
    ) throws(GardenError) -> [UInt8]? {
        if let answer = try request.earlierAnswer(params, in: stage, store) { return answer }
        if let storageError { throw .storageFailed(storageError.reason) }
        guard !reply.hasOtherRequests else { throw .inBatch(request.message.method, because: "reads a file") }
        guard let files = platform.photoFiles else {
            throw .refused(.notAPhoto, "this machine keeps no photos")
        }
        guard !photos.isFull else { throw .refused(.busy, "too many photos wait; try again later") }
        do throws(GardenError) { try change.check(queryContext(at: now)) } catch {
            files.removeUpload(change.upload)
            throw error
        }
        let slot = PendingSlot(reply: reply, index: reply.append(.pending(id)))
        photos.append(PhotoQueue.Waiting(request: request, params: params, change: change, slot: slot))
        beginPhotoCheck()
        return nil
    }

    private func beginPhotoCheck() {
        if let next = photos.begin() { platform.photoFiles?.startCheck(of: next.change.upload) }
    }

    /// The check that ``PhotoFiles/startCheck(of:)`` began has ended: performs the change that waits for it, gives the file its
    /// name, commits the change and answers it. The file has its name before the commit, so that no photo of the journal is missing;
    /// a file without a commit is removed here or at the next start.
    ///
    /// - Returns: the committed events, for subscribers and effects.
    public func endPhotoCheck(_ checked: Result<VisitPhoto, PhotoProblem>, at now: Moment) -> [Event] {
        let events = catchUp(to: now)
        guard let waiting = photos.end(), let files = platform.photoFiles else { return events }
        defer { beginPhotoCheck() }
        let upload = waiting.change.upload
        // A client that left takes its request with it.
        guard let reply = waiting.slot.reply else {
            files.removeUpload(upload)
            return events
        }
        var kept: String?
        var answer: Result<[UInt8], GardenError>
        do throws(GardenError) {
            let photo = try checked.mapError { $0.refusal(of: upload) }.get()
            answer = .success(
                try change(waiting.request, waiting.params, from: reply.actor, at: now) { t throws(GardenError) in
                    let answer = try waiting.change.perform(photo, &t)
                    do throws(StoreError) { try files.keep(photo, from: upload) } catch {
                        throw .storageFailed(error.reason)
                    }
                    kept = photo.name
                    return answer
                })
        } catch {
            answer = .failure(error)
        }
        let isStaged = !stage.isEmpty
        let changes = commit()
        if isStaged, let storageError {
            answer = .failure(.unsaved(storageError))
            // If the commit may have been written, the next start looks.
            if let kept, storageError.cause != .uncertain, !isPhotoNeeded(kept) { files.remove(kept) }
        }
        if !answer.isRefusedByDisk { files.removeUpload(upload) }
        reply.resolve(waiting.slot.index, answer)
        return events + changes
    }

    /// Whether a visit has a photo, or may have it again after undo, redo or a restore from the trash. If the journal cannot be read,
    /// it has.
    public func isPhotoNeeded(_ name: String) -> Bool {
        (try? store.read(PhotoUseQuery(name, in: state.keptPhotos))) ?? true
    }
}

extension Result where Failure == GardenError {
    /// Whether the same request may succeed later.
    fileprivate var isRefusedByDisk: Bool {
        guard case .failure(let error) = self else { return false }
        return error.code == .storageFailed
    }
}
