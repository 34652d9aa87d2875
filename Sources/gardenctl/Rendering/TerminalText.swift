import GardenAPI

/// The last gate of text on its way to a terminal. Only ``Output`` passes it, so no command can forget it.
///
/// Most texts have lost what a terminal obeys before, in ``printable(_:)``, because the layout needs one line and its width. What is
/// left here is a mistake of ours or the exact data of a format, so it becomes visible instead of vanishing.
extension String {
    /// The text for people: of everything that a terminal obeys, only line feeds and the colours of ``Style`` remain.
    var forPeople: String {
        escapingTerminalControls { rest in
            rest.first == "\n" ? rest.index(after: rest.startIndex) : Style.endOfSequence(rest)
        }
    }

    /// The same without colours: an error has none of ours, but its words may be those of a file or of a command line.
    var withoutStyle: String {
        escapingTerminalControls { $0.first == "\n" ? $0.index(after: $0.startIndex) : nil }
    }

    /// Data for programs, as a terminal shows it: of everything that a terminal obeys, only tabs and the ends of lines remain.
    /// The strings of JSON mean the same as before.
    var dataOnTerminal: String {
        escapingTerminalControls { rest in
            let isLayout =
                switch rest.first {
                case "\n", "\t": true
                case "\r": rest.dropFirst().first == "\n"
                default: false
                }
            return isLayout ? rest.index(after: rest.startIndex) : nil
        }
    }
}
