import FileKit
import GardenAPI
import GardenCore
import GardenEngine
import Logging
import SystemPackage
import SystemdKit

/// Checks, hashes and names the photos that clients send, and removes those that no visit has (RULES V9). It works in slices, so that
/// no other request waits.
final class PhotoIntake: PhotoFiles {
    private let photos: PhotoFolder
    private let engine: Engine
    private let loop: EventLoop
    private let log: Logger
    private let now: () -> Moment
    private var upload: PhotoUpload?
    /// The photos that the sweep has not looked at.
    private var remaining: [String] = []
    /// Whether another sweep was asked for during this one, which has passed some photos already.
    private var sweepsAgain = false

    /// Whether photos that no visit has are moved aside: at the first start with a restored backup, which does not know the photos of
    /// the journal that it has replaced.
    private var movesAside: Bool
    private var hasEnded = false

    /// Called with the committed events when a request that takes a photo was answered.
    var onEnd: ([Event]) -> Void = { _ in }

    /// - Parameter isCopy: whether the journal was restored from a backup.
    init(
        _ photos: PhotoFolder, engine: Engine, isCopy: Bool, on loop: EventLoop, log: Logger,
        now: @escaping () -> Moment
    ) {
        self.photos = photos
        self.engine = engine
        self.loop = loop
        self.log = log
        self.now = now
        movesAside = isCopy
    }

    /// What doctor finds about the files; `nil` if there are none.
    var check: HealthCheck? { PhotoHealth(photos, engine).check }

    nonisolated var folder: String { photos.path }

    // MARK: Uploads

    nonisolated func startCheck(of upload: String) { MainActor.assumeIsolated { check(upload) } }

    /// It may be called within a turn, so it begins later.
    private func check(_ name: String) {
        loop.defer { [weak self] in
            guard let self, !hasEnded else { return }
            do throws(PhotoProblem) {
                upload = try PhotoUpload(photos.path(ofUpload: name))
                advance()
            } catch { end(.failure(error)) }
        }
    }

    private func advance() {
        guard let upload else { return }
        do throws(PhotoProblem) {
            if let photo = try upload.advance() { return end(.success(photo)) }
            loop.defer { [weak self] in self?.advance() }
        } catch { end(.failure(error)) }
    }

    private func end(_ result: Result<VisitPhoto, PhotoProblem>) {
        onEnd(engine.endPhotoCheck(result, at: now()))
        // The next check begins later.
        upload = nil
    }

    /// Ends the check that is running, and takes no more. The next start removes its upload.
    func end() { (upload, remaining, hasEnded) = (nil, [], true) }

    nonisolated func keep(_ photo: VisitPhoto, from upload: String) throws(StoreError) {
        try MainActor.assumeIsolated { named(photo, from: upload) }.get()
    }

    private func named(_ photo: VisitPhoto, from name: String) -> Result<Void, StoreError> {
        guard upload?.isAt(photos.path(ofUpload: name)) == true else {
            return .failure(StoreError("\(photos.path(ofUpload: name)) was replaced by another file"))
        }
        do throws(Errno) { return .success(try photos.keep(name, as: photo.name)) } catch {
            return .failure(StoreError("\(photos.path(of: photo.name)) cannot be written: \(error)"))
        }
    }

    nonisolated func removeUpload(_ upload: String) { photos.removeUpload(upload) }

    nonisolated func remove(_ name: String) { try? photos.remove(name) }

    // MARK: Files that no visit has

    private static let namesOfSlice = 16

    /// At the start: creates the folders, and removes what clients left and what no visit has.
    func begin() {
        do throws(Errno) { try photos.removeOldUploads() } catch {
            log.warning("the copies that clients left in \(photos.path) cannot be removed: \(error)")
        }
        sweep()
    }

    /// Removes the photos that no visit has. The names are read now, and each is looked up when it is its turn: a photo that is named
    /// meanwhile is in the journal by then.
    func sweep() {
        sweepsAgain = !remaining.isEmpty
        guard remaining.isEmpty else { return }
        do throws(Errno) {
            // A disk that was full at the start may have room now.
            try photos.create()
            remaining = try photos.names()
        } catch {
            return log.warning("\(photos.path) cannot be used, so no photos are taken: \(error)")
        }
        if !remaining.isEmpty { loop.defer { [weak self] in self?.sweepSlice() } }
    }

    private func sweepSlice() {
        for name in remaining.prefix(Self.namesOfSlice) where !engine.isPhotoNeeded(name) {
            do throws(Errno) {
                if movesAside { try photos.moveAside(name) } else { try photos.remove(name) }
                log.notice("a photo that no visit has was \(movesAside ? "moved to unnamed" : "removed"): \(name)")
            } catch { log.warning("\(photos.path(of: name)) cannot be removed: \(error)") }
        }
        remaining.removeFirst(min(Self.namesOfSlice, remaining.count))
        guard remaining.isEmpty else { return loop.defer { [weak self] in self?.sweepSlice() } }
        movesAside = false
        if sweepsAgain { sweep() }
    }
}
