import ArgumentParser
import FileKit
import GardenAPI
import ImportFormats
import SystemPackage

/// The file that an import reads, and its format.
struct ImportSource {
    /// `-` for the standard input.
    let path: String
    /// `nil` for what the content shows.
    let format: ImportFormat?

    /// - Parameter words: perhaps the format, then the file.
    init(_ words: [String]) throws {
        guard let last = words.last else { throw ValidationError("the file is missing: gardenctl import FILE") }
        guard words.count <= 2 else {
            throw ValidationError(
                "one file at a time; a name with blanks in quotation marks: gardenctl import 'a b.gpx'")
        }
        path = last
        guard words.count == 2 else {
            format = nil
            return
        }
        guard let format = ImportFormat(rawValue: words[0].lowercased()) else {
            let formats = ImportFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("\(printable(words[0])) is no format; give one of \(formats), or only the file")
        }
        self.format = format
    }

    /// How the file is named in messages.
    var name: String { path == "-" ? "the standard input" : printable(path) }

    /// What the garden calls where its entries are from: the name of the file without its folders.
    var title: String {
        guard path != "-", let name = FilePath(path).lastComponent?.string else { return "the standard input" }
        let request = ImportApply(import: "name", source: String(name.prefix(100)), entries: [])
        guard let read = try? ImportApply(json: request.json) else { return "a file" }
        return read.source
    }

    /// The content of a file with its format.
    struct Opened {
        let format: ImportFormat
        fileprivate let bytes: [UInt8]
        fileprivate let name: String

        /// Whether the day of the reading matters: some dates of such files count from it.
        var needsToday: Bool { format == .csv || format == .zip }

        /// - Parameter options: what the person says about the file.
        func read(_ options: ReadingOptions) throws(CommandError) -> ImportedFile {
            do throws(UnreadableFile) { return try format.read(bytes, options) } catch {
                let position = error.position.map { "\(printable($0)): " } ?? ""
                throw .usage("\(name): \(position)\(printable(error.reason)). Nothing was added")
            }
        }
    }

    /// - Parameter isTable: whether the person names its columns, so that it needs no header by which a table is recognised.
    func open(isTable: Bool) throws(CommandError) -> Opened {
        let bytes = try bytes()
        let fileName = FilePath(path).lastComponent?.string ?? ""
        let found = format ?? (isTable ? .csv : ImportFormat.detect(bytes) ?? ImportFormat.named(fileName))
        guard let format = found else {
            let formats = ImportFormat.allCases.map(\.title).joined(separator: ", ")
            throw .usage(
                "\(name): its content is not one of the formats \(formats). Nothing was added. If it is one of them, name it first: "
                    + "gardenctl import todo.txt \(path.quotedForShell)")
        }
        return Opened(format: format, bytes: bytes, name: name)
    }

    private func bytes() throws(CommandError) -> [UInt8] {
        guard path == "-" else {
            do throws(SmallFile.ReadError) {
                return try SmallFile.read(path, limitBytes: ImportFormat.mostBytes)
            } catch { throw .system("cannot read \(name): \(error)") }
        }
        do {
            let bytes = try FileDescriptor.standardInput.readAll(limitBytes: ImportFormat.mostBytes + 1)
            guard bytes.count <= ImportFormat.mostBytes else {
                throw CommandError.system("\(name) has more than \(ImportFormat.mostBytes >> 20) MiB")
            }
            return bytes
        } catch let error as CommandError {
            throw error
        } catch { throw .system("cannot read \(name): \(error)") }
    }
}
