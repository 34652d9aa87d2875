/// An element of an XML document with its content.
struct XMLElement: Equatable {
    let tag: XMLTag
    /// Its own text, without that of its children.
    fileprivate(set) var text = ""
    fileprivate(set) var children: [XMLElement] = []

    init(_ tag: XMLTag) { self.tag = tag }

    /// The first child with a name and the prefix of a document, if it has text.
    func text(_ names: String..., prefix: String) -> String? {
        for name in names {
            for child in children where child.tag.name == name && child.tag.prefix == prefix {
                if !child.text.allSatisfy(\.isWhitespace) { return child.text }
            }
        }
        return nil
    }

    func child(_ name: String, prefix: String) -> XMLElement? {
        children.first { $0.tag.name == name && $0.tag.prefix == prefix }
    }

    /// All elements below it with a name, in the order of the document.
    func descendants(_ name: String) -> [XMLElement] {
        var found: [XMLElement] = []
        addDescendants(name, to: &found)
        return found
    }

    /// The depth of an element is bounded.
    private func addDescendants(_ name: String, to found: inout [XMLElement]) {
        for child in children {
            if child.tag.name == name { found.append(child) }
            child.addDescendants(name, to: &found)
        }
    }
}

/// The start of an element.
struct XMLTag: Equatable {
    /// The prefix of the name; empty for none. Namespaces are not looked at: programs write none, wrong ones, or prefixes of none.
    let prefix: String
    /// The name without the prefix.
    let name: String
    let attributes: [String: String]
    let line: Int
}

/// Builds one element from its parts, as far as it has a reasonable size.
struct XMLElementBuilder {
    private static let mostDepth = 64
    private static let mostElements = 20_000
    private static let mostBytes = 4 << 20

    private var open: [XMLElement]
    private var elements = 1
    private var bytes = 0
    private(set) var isTooLarge = false
    /// How many elements are open that are not kept, because the one that is built is too large.
    private var ignored = 0

    init(_ tag: XMLTag) { open = [XMLElement(tag)] }

    var tag: XMLTag { open[0].tag }

    mutating func begin(_ tag: XMLTag) {
        elements += 1
        bytes += tag.attributes.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        guard check(), open.count < Self.mostDepth else {
            isTooLarge = true
            return ignored += 1
        }
        open.append(XMLElement(tag))
    }

    mutating func append(_ text: String) {
        bytes += text.utf8.count
        guard check() else { return }
        open[open.count - 1].text += text
    }

    /// - Returns: the element, if this was its end.
    mutating func end() -> XMLElement? {
        guard ignored == 0 else {
            ignored -= 1
            return nil
        }
        guard let last = open.popLast() else { return nil }
        guard !open.isEmpty else { return last }
        open[open.count - 1].children.append(last)
        return nil
    }

    private mutating func check() -> Bool {
        if elements > Self.mostElements || bytes > Self.mostBytes { isTooLarge = true }
        return !isTooLarge
    }
}
