import Foundation

/// A fenced block of a Markdown file.
struct FencedBlock {
    /// The text after the opening fence: `json request`.
    var label: String
    /// Its lines, each with a line feed.
    var body: String
    /// The position of the body in the file's text.
    var range: Range<String.Index>
    /// The number of its first line.
    var line: Int

    /// The blocks of a text in order.
    static func all(in text: String) -> [FencedBlock] {
        var blocks: [FencedBlock] = []
        var open: (label: String, start: String.Index, line: Int)?
        var number = 0
        var position = text.startIndex
        while position < text.endIndex {
            let end = text[position...].firstIndex(of: "\n").map(text.index(after:)) ?? text.endIndex
            let line = text[position..<end].trimmingCharacters(in: .newlines)
            number += 1
            if line.hasPrefix("```") {
                if let block = open {
                    let range = block.start..<position
                    blocks.append(
                        FencedBlock(label: block.label, body: String(text[range]), range: range, line: block.line))
                    open = nil
                } else {
                    open = (String(line.dropFirst(3)), end, number + 1)
                }
            }
            position = end
        }
        return blocks
    }
}

/// The package's own programs, as the build that these tests belong to made them.
enum Programs {
    static let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

    /// Runs a shell command with the package's programs in its path, in a private home and without a daemon.
    ///
    /// - Returns: the exit status and the standard output.
    static func run(_ command: String) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", command]
        process.environment = [
            "PATH": "\(folder.path()):/usr/bin:/bin", "HOME": "/nonexistent",
            "GARDEN_SOCKET": "/nonexistent/garden.sock",
            "LC_ALL": "C.UTF-8",
        ]
        let pipe = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
