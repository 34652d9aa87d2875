import FileKit
import GardenAPI
import GardenCore
import GardenEngine
import Glibc
import NettleKit
import SystemPackage

/// The file with the private half of the garden's key (RULES V3): 32 bytes in Base64, readable by its owner only.
struct IdentityFile {
    let path: String

    var access: IdentityKeyFile { IdentityKeyFile(read: read, create: create) }

    private func read() -> IdentityKeyFile.Reading {
        let bytes: [UInt8]
        do throws(SmallFile.ReadError) { bytes = try SmallFile.read(path, limitBytes: 128) } catch {
            if case .system(.noSuchFileOrDirectory) = error { return .missing }
            return .unreadable("\(path) cannot be read: \(error)")
        }
        if let mode = (try? Stat(path))?.permissions.rawValue, mode & 0o077 != 0 {
            return .unreadable("\(path) can be read by other users; make it private: chmod 600 \(path)")
        }
        let text = String(decoding: bytes.filter { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        guard let key = Base64.bytes(text).flatMap({ IdentityKey(bytes: $0) }) else {
            return .unreadable("\(path) does not have \(IdentityKey.byteCount) bytes in Base64")
        }
        return .key(key)
    }

    /// Writes a new key beside the file, and links it to its name: a file that appeared meanwhile stays.
    private func create() -> Result<IdentityKey, StoreError> {
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<IdentityKey.byteCount).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        guard let key = IdentityKey(bytes: bytes) else { preconditionFailure("\(bytes.count) bytes are no key") }
        let part = path + ".part"
        unlink(part)
        defer { unlink(part) }
        do {
            let file = try FileDescriptor.open(
                part, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
            try file.closeAfter {
                try file.writeAll("\(Base64.text(bytes))\n".utf8)
                try Errno.check(fsync(file.rawValue))
            }
            try Errno.check(link(part, path))
            let folder = try FileDescriptor.open(
                String(path[...(path.lastIndex(of: "/") ?? path.startIndex)]), .readOnly, options: .closeOnExec)
            try folder.closeAfter { try Errno.check(fsync(folder.rawValue)) }
            return .success(key)
        } catch {
            return .failure(StoreError("\(path) cannot be written: \(error)"))
        }
    }
}
