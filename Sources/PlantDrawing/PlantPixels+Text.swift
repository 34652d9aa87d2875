extension PlantPixels {
    /// Lines of half blocks, two pixels in each character.
    ///
    /// - Parameter paint: a character in the colour of its upper half before that of its lower half; `nil` is the background.
    public func halfBlocks(_ paint: (_ character: String, _ foreground: Int?, _ background: Int?) -> String) -> [String]
    {
        stride(from: 0, to: height - 1, by: 2).map { y in
            (0..<width).map { x in
                switch (colors[y * width + x], colors[(y + 1) * width + x]) {
                case (nil, nil): " "
                case (let upper?, nil): paint("▀", upper, nil)
                case (nil, let lower?): paint("▄", lower, nil)
                case (let upper?, let lower?): upper == lower ? paint("█", upper, nil) : paint("▀", upper, lower)
                }
            }.joined()
        }
    }

    /// Lines of characters of ASCII: what a pixel is of, one for two pixels.
    public func characters() -> [String] {
        stride(from: 0, to: height - 1, by: 2).map { y in
            (0..<width).map { x in
                let part = parts[y * width + x] ?? parts[(y + 1) * width + x]
                return part.map { String($0.character) } ?? " "
            }.joined()
        }
    }
}

extension PlantPixels.Part {
    fileprivate var character: Character {
        switch self {
        case .soil: "."
        case .grass: "\""
        case .wood: "|"
        case .leaf: "&"
        case .blossom: "*"
        case .fruit: "o"
        case .groundFlower: ","
        }
    }
}
