import Foundation

/// A fenced block of a Markdown file.
public struct FencedBlock {
    /// The text after the opening fence: `json request`.
    public var label: String
    /// Its lines, each with a line feed.
    public var body: String
    /// The position of the body in the file's text.
    public var range: Range<String.Index>
    /// The number of its first line.
    public var line: Int

    /// The blocks of a text in order.
    public static func all(in text: String) -> [FencedBlock] {
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
