extension PlantPixels {
    /// A picture in SVG: a square for each pixel, with a title and a text alternative.
    ///
    /// - Parameters:
    ///   - title: for people who hover over it.
    ///   - description: for people who do not see it.
    public func svg(title: String, description: String) -> String {
        var lines = [
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" shape-rendering="crispEdges" role="img" \
            aria-label="\(Self.escaped(title))">
            """,
            "<title>\(Self.escaped(title))</title>", "<desc>\(Self.escaped(description))</desc>",
        ]
        for y in 0..<height {
            var x = 0
            while x < width {
                guard let color = colors[y * width + x] else {
                    x += 1
                    continue
                }
                let end = (x..<width).first { colors[y * width + $0] != color } ?? width
                let hex = String(color, radix: 16)
                let fill = "#" + String(repeating: "0", count: 6 - hex.count) + hex
                lines.append("<rect x=\"\(x)\" y=\"\(y)\" width=\"\(end - x)\" height=\"1\" fill=\"\(fill)\"/>")
                x = end
            }
        }
        return (lines + ["</svg>", ""]).joined(separator: "\n")
    }

    /// A text as content or as an attribute, without what no XML can hold (XML 1.0 §2.2).
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\t", "\n", "\u{20}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}": result.unicodeScalars.append(scalar)
            default: break
            }
        }
    }
}
