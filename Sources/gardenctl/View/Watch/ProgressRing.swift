import Glibc

/// A ring of braille dots that fills clockwise from the top.
struct ProgressRing {
    /// A character of the ring, and whether it belongs to the filled part; `nil` outside the ring.
    let cells: [[(character: Character, isFilled: Bool)?]]

    /// A character has 2 × 4 dots, which are about as far apart in both directions.
    private static let dotColumns = 2
    private static let dotRows = 4
    /// The bits of a character's dots, row by row (Unicode, Braille Patterns).
    private static let bits: [UInt32] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
    private static let firstPattern: UInt32 = 0x2800

    /// As many steps as there are dots around it, and some more.
    private static func steps(rows: Int) -> Int { rows * 16 }

    /// How many steps are filled when `part` of `whole` has passed.
    static func step(rows: Int, part: Int, of whole: Int) -> Int {
        gardenctl.steps(part, of: whole, in: steps(rows: rows))
    }

    /// The ring in which `part` of `whole` is filled.
    init(rows: Int, part: Int, of whole: Int) {
        self.init(rows: rows, step: Self.step(rows: rows, part: part, of: whole))
    }

    /// - Parameters:
    ///   - rows: its height in characters; it is twice as wide.
    ///   - step: how much of it is filled.
    init(rows: Int, step: Int) {
        let radius = Double(rows * Self.dotRows) / 2
        let share = Double(step) / Double(Self.steps(rows: rows))
        /// The filled part is thicker.
        let (thick, thin) = (max(2, radius / 7), radius < 24 ? 1.0 : 2.0)
        cells = (0..<rows).map { row in
            (0..<rows * 2).map { column in
                var (pattern, isFilled) = (UInt32(0), false)
                for dot in 0..<Self.bits.count {
                    let x = Double(column * Self.dotColumns + dot % Self.dotColumns) + 0.5 - radius
                    let y = Double(row * Self.dotRows + dot / Self.dotColumns) + 0.5 - radius
                    let depth = radius - (x * x + y * y).squareRoot()
                    guard depth >= 0, depth < thick else { continue }
                    // From the top, clockwise, as a share of a turn.
                    let turn = atan2(x, -y) / (2 * Double.pi)
                    let isDone = (turn < 0 ? turn + 1 : turn) < share
                    let middle = (thick - thin) / 2
                    guard isDone || (depth >= middle && depth < middle + thin) else { continue }
                    pattern |= Self.bits[dot]
                    isFilled = isFilled || isDone
                }
                guard pattern != 0, let scalar = Unicode.Scalar(Self.firstPattern + pattern) else { return nil }
                return (Character(scalar), isFilled)
            }
        }
    }

    /// Its lines, with both parts painted.
    func lines(filled: (String) -> String, rest: (String) -> String) -> [String] {
        cells.map { row in
            row.map { cell in
                guard let cell else { return " " }
                return cell.isFilled ? filled(String(cell.character)) : rest(String(cell.character))
            }.joined()
        }
    }
}
