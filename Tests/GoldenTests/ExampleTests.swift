import TestSupport
import Testing

/// The requests in the documentation are run. (Its commands are run by ConsolePageTests of the end-to-end tests.)
///
/// A block labelled `json request` holds lines of a client or of a simulation, for a new garden. None of them may be
/// refused; where a block labelled `json answer` follows, they get exactly that.
@Suite("Examples of requests", .serialized)
struct ExampleTests {
    private static func articles() throws -> [SourceFile] {
        try [SourceFile(path: "README.md")] + SourceFile.documentation()
    }

    @Test("every request is accepted, and its answer is that of the text")
    func requestExamplesSucceed() throws {
        var count = 0
        for article in try Self.articles() {
            var text = try article.text()
            let blocks = FencedBlock.all(in: text)
            for (index, block) in blocks.enumerated().reversed() where block.label == "json request" {
                count += 1
                let output = try ScriptRun().output(of: block.body)
                let next = index + 1 < blocks.count ? blocks[index + 1] : nil
                if let next, next.label == "json answer" {
                    text.replaceSubrange(next.range, with: output)
                } else {
                    #expect(!output.contains(#","error":{"#), "\(article.path), line \(block.line): \(output)")
                }
            }
            try article.expect(text, "another answer is given")
        }
        #expect(count >= 5)
    }
}
