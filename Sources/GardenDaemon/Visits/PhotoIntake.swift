import FileKit
import GardenAPI
import GardenCore
import GardenEngine
import Logging
import SystemPackage
import SystemdKit

/// Checks, hashes and names the photos that clients send, and removes those that no visit has (RULES V9). It works in slices, so that
/// no other request waits.
final class PhotoIntake: DaemonPart {
    private let photos: PhotoFolder
    private unowned let host: any DaemonHost
    private let engine: Engine
    private let loop: EventLoop
    private let log: Logger
    /// The copy that is being checked, and the need that it is for.
    private var current: (need: PhotoNeed, upload: PhotoUpload, end: (PhotoNeed.Outcome) -> Void)?
    /// The photos that the sweep has not looked at.
    private var remaining: [String] = []
    /// Whether another sweep was asked for during this one, which has passed some photos already.
    private var sweepsAgain = false

    /// Whether photos that no visit has are moved aside: at the first start with a restored backup, which does not know the photos of
    /// the journal that it has replaced.
    private var movesAside: Bool

    /// The comparison of their contents with their names that is running.
    private var contentCheck: JournalProcess?
    /// What the last of these has found; `nil` if nothing is wrong with them.
    private var contentProblem: HealthCheck?

    init(_ host: any DaemonHost) {
        self.host = host
        photos = PhotoFolder(in: host.dataFolder)
        (engine, loop, log) = (host.engine, host.loop, host.log)
        movesAside = host.isCopy
    }

    var checks: [HealthCheck] { [PhotoHealth(photos, engine).check, contentProblem].compactMap(\.self) }

    func complete(_ hello: inout Hello) { hello.photos = photos.path }

    // MARK: Uploads

    var needs: [NeedHandler] {
        [
            NeedHandler(
                PhotoNeed.self, obtain: { [unowned self] need, end in check(need, end) },
                release: { [unowned self] need, outcome, use in release(need.upload, outcome, use) },
                drop: { [unowned self] need in photos.removeUpload(need.upload) })
        ]
    }

    private func check(_ need: PhotoNeed, _ onEnd: @escaping (PhotoNeed.Outcome) -> Void) {
        do throws(PhotoProblem) {
            current = (need, try PhotoUpload(photos.path(ofUpload: need.upload)), onEnd)
            // It begins after the turn.
            loop.defer { [weak self] in self?.advance() }
        } catch { onEnd(.failure(error)) }
    }

    private func advance() {
        guard let (need, upload, onEnd) = current else { return }
        do throws(PhotoProblem) {
            guard let photo = try upload.advance() else {
                return loop.defer { [weak self] in self?.advance() }
            }
            try keep(photo, upload, need)
            current = nil
            onEnd(.success(photo))
        } catch {
            current = nil
            onEnd(.failure(error))
        }
    }

    /// Gives an upload the name of its content. It is on the disk under that name afterwards.
    private func keep(_ photo: VisitPhoto, _ upload: PhotoUpload, _ need: PhotoNeed) throws(PhotoProblem) {
        let path = photos.path(ofUpload: need.upload)
        guard upload.isAt(path) else { throw .unwritable("\(path) was replaced by another file") }
        do throws(Errno) { try photos.keep(need.upload, as: photo.name) } catch {
            throw .unwritable("\(photos.path(of: photo.name)) cannot be written: \(error)")
        }
    }

    /// The request was answered. A photo that no visit has goes; if the disk has refused the change, it is an upload again.
    private func release(_ upload: String, _ outcome: PhotoNeed.Outcome, _ use: OutcomeUse) {
        switch use {
        case .used: photos.removeUpload(upload)
        // If the change was written, the next start finds the visit that has it.
        case .uncertain: break
        case .unused:
            if let photo = unneeded(outcome) { try? photos.remove(photo.name) }
            photos.removeUpload(upload)
        case .refusedByDisk:
            if let photo = unneeded(outcome) { try? photos.giveBack(photo.name, as: upload) }
        }
    }

    private func unneeded(_ outcome: PhotoNeed.Outcome) -> VisitPhoto? {
        guard let photo = try? outcome.get(), !engine.history.needsPhoto(photo.name, in: engine.state) else {
            return nil
        }
        return photo
    }

    /// Ends the check that is running. The next start removes its upload.
    func stop() { (current, remaining, contentCheck) = (nil, [], nil) }

    // MARK: Files that no visit has

    private static let namesOfSlice = 16

    /// At the start: creates the folders, and removes what clients left and what no visit has.
    func begin() {
        do throws(Errno) { try photos.removeOldUploads() } catch {
            log.warning("the copies that clients left in \(photos.path) cannot be removed: \(error)")
        }
        sweep()
    }

    func take(_ events: [Event]) {
        if events.contains(where: { ["day.rolledOver", "visit.purged"].contains($0.type) }) { sweep() }
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
        for name in remaining.prefix(Self.namesOfSlice) where !engine.history.needsPhoto(name, in: engine.state) {
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

    // MARK: The content of all photos

    /// Begins to compare the content of all photos with their names, once a day.
    func takeDayBackup() {
        guard contentCheck == nil else { return }
        let scope = engine.state.shownPhotos
        let day = scope.prunedBefore.map { ["--pruned-before", "\($0)"] } ?? []
        do throws(SystemError) {
            contentCheck = try host.readJournal(["check-photos", "--added-after", "\(scope.addedAfter)"] + day) {
                [unowned self] in endContentCheck($0)
            }
        } catch { log.error("the check of the photos cannot be started: \(error)") }
    }

    private func endContentCheck(_ outcome: Result<JournalCheck, StoreError>) {
        contentCheck = nil
        switch outcome {
        case .success(.damaged(let problem)): contentProblem = PhotoHealth.failure(problem)
        case .success: contentProblem = nil
        case .failure(let error): log.error("the photos were not checked: \(error.reason)")
        }
    }
}
