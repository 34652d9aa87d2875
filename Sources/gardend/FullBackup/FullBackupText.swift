import GardenAPI
import GardenCore
import GardenStore
import TextKit
import TimeKit

// What the commands about full backups print.

extension FullBackup {
    /// - Parameter asksForKey: whether the person wants the key in it.
    func message(in zone: ZoneRules, asksForKey: Bool) -> String {
        let new = newPhotos < content.photos.count ? " (\(newPhotos) new)" : ""
        return [
            "Backed up \(content.journalContent.words(in: zone)), and \(content.photos.count.counted("photo"))\(new) into"
                + " \(folder): \(bytes.mebibytes), checked.",
            content.parts
                + (asksForKey && content.key == nil ? " The garden has no key yet: no visit was located." : ""),
            "To restore it on another machine, install Pocket Garden there, stop gardend, and run:"
                + " \(ShellCommand.restore(folder, namedFolder: nil))",
        ].joined(separator: "\n")
    }

    var json: JSON { report(folder, gardenId, content, bytes: bytes, [("newPhotos", .integer(newPhotos))]) }
}

extension FullBackupCheck {
    func message(in zone: ZoneRules) -> String {
        """
        The backup in \(folder) is valid: \(content.journalContent.words(in: zone)), and \
        \(content.photos.count.counted("photo")), \(bytes.mebibytes), made at \(content.madeAt).
        \(content.parts)
        """
    }

    var json: JSON { report(folder, gardenId, content, bytes: bytes, []) }
}

extension FullBackupManifest.Content {
    /// A sentence on what the backup has besides journal and photos.
    fileprivate var parts: String {
        let withConfig = config != nil ? "The configuration file is in it" : "There is no configuration file"
        return key != nil
            ? "\(withConfig). The private key is in it: keep it where only you can read it. Not in it: hooks and decks of your own."
            : "\(withConfig). Not in it: the private key (--with-key), hooks and decks of your own."
    }
}

private func report(
    _ folder: String, _ gardenId: String, _ content: FullBackupManifest.Content, bytes: Int, _ others: [(String, JSON)]
) -> JSON {
    .object(
        JSONObject(
            [
                ("folder", .string(folder)), ("gardenId", .string(gardenId)), ("madeAt", content.madeAt.json),
                ("events", .integer(content.events)), ("lastEventAt", content.lastEventAt?.json ?? .null),
                ("photos", .integer(content.photos.count)),
            ] + others + [
                ("missingPhotos", content.missingPhotos.json), ("config", .bool(content.config != nil)),
                ("key", .bool(content.key != nil)), ("bytes", .integer(bytes)),
            ]))
}

extension FullBackupRestore {
    /// What became of the files besides the journal, a line for each.
    var lines: [String] {
        var lines = photos > 0 ? ["\(photos.counted("photo")) are in place."] : []
        switch key {
        case .absent: lines.append("The backup has no private key.")
        case .placed: lines.append("The private key is in place.")
        case .replaced(let kept): lines.append("The private key is in place; the previous one is kept as \(kept).")
        case .left: break
        }
        switch config {
        case .absent, .replaced: break
        case .placed: lines.append("The configuration file is in place.")
        case .left(let path, let backup):
            lines.append("\(path) was left as it is; the configuration file of the backup is \(backup).")
        }
        return lines
    }
}
