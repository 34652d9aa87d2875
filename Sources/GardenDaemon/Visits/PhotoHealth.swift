import FileKit
import GardenAPI
import GardenCore
import GardenEngine
import SystemPackage
import TextKit

/// Whether the files of photos are there, and have what they had (RULES V9).
public struct PhotoHealth {
    private let photos: PhotoFolder
    private let engine: Engine

    init(_ photos: PhotoFolder, _ engine: Engine) {
        self.photos = photos
        self.engine = engine
    }

    /// How many photos `doctor` looks for: few milliseconds of work. The check of the day looks for all of them.
    private static let most = 1000

    /// Whether the photos have files of their sizes; `nil` if there are none.
    var check: HealthCheck? {
        let query = PhotosQuery(limit: Self.most, in: engine.state.shownPhotos)
        guard let named = try? engine.history.read(query), !named.isEmpty else { return nil }
        var problems = named.lazy.compactMap { Self.problem(of: $0, in: photos) }.makeIterator()
        if let problem = problems.next() { return Self.failure(problem) }
        let count = named.count < Self.most ? named.count.counted("photo") : "more than \(Self.most) photos"
        return HealthCheck(
            "photos", .ok, "\(count) in \(photos.path); daily backups do not have them, gardenctl backup does")
    }

    static func failure(_ problem: String) -> HealthCheck {
        HealthCheck(
            "photos", .failed, problem,
            advice: "put the file back, or take the photo out of the visit: gardenctl visit photo remove")
    }

    /// What is wrong with a file without a look at its content; `nil` if nothing is.
    nonisolated private static func problem(of photo: NamedPhoto, in photos: PhotoFolder) -> String? {
        let name = "photo \(photo.name) of visit \(photo.visit)"
        let status: Stat
        do throws(Errno) {
            status = try Stat(photos.path(of: photo.name), followTargetSymlink: false)
        } catch {
            return error == .noSuchFileOrDirectory
                ? "\(name) is missing in \(photos.path)" : "\(name) cannot be read: \(error)"
        }
        guard status.type == .regular, status.size == photo.bytes else {
            return "\(name) has changed: it is not a file of \(photo.bytes) bytes"
        }
        return nil
    }

    /// What is wrong with a file and its content; `nil` if nothing is.
    public nonisolated static func problem(ofContent photo: NamedPhoto, in photos: PhotoFolder) -> String? {
        if let problem = problem(of: photo, in: photos) { return problem }
        let name = "photo \(photo.name) of visit \(photo.visit)"
        do throws(Errno) {
            let file = try FileDescriptor.opening(
                photos.path(of: photo.name), .readOnly, options: PhotoUpload.options)
            defer { try? file.close() }
            var hash = PhotoHash(file)
            while true {
                guard let found = try hash.advance() else { continue }
                return found == photo.name ? nil : "\(name) has changed: its content has another SHA-256"
            }
        } catch { return "\(name) cannot be read: \(error)" }
    }
}
