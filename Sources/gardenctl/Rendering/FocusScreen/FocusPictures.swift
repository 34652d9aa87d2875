import GardenAPI

/// The pictures of the last screen: they cost more than everything else on it, and most seconds change neither.
struct FocusPictures {
    private struct Kept<Key: Equatable> {
        let key: Key
        let canvas: Canvas
    }

    private struct RingKey: Equatable {
        let rows: Int
        let step: Int
        let color: CategoryColor?
    }

    private struct PlantKey: Equatable {
        let data: PlantData
        let size: PlantSize
    }

    private var keptRing: Kept<RingKey>?
    private var keptPlant: Kept<PlantKey>?

    /// The ring, with its filled part in a colour.
    mutating func ring(rows: Int, part: Int, of whole: Int, _ color: CategoryColor?, _ style: Style) -> Canvas {
        let key = RingKey(rows: rows, step: ProgressRing.step(rows: rows, part: part, of: whole), color: color)
        if let keptRing, keptRing.key == key { return keptRing.canvas }
        let ring = ProgressRing(rows: rows, step: key.step)
        var canvas = Canvas(ScreenSize(columns: rows * 2, rows: rows))
        let filled = { (text: String) in color.map { style.painted(text, $0) } ?? text }
        canvas.put(ring.lines(filled: filled, rest: style.dim), row: 0)
        keptRing = Kept(key: key, canvas: canvas)
        return canvas
    }

    mutating func plant(_ data: PlantData, _ size: PlantSize, _ style: Style) -> Canvas {
        let key = PlantKey(data: data, size: size)
        if let keptPlant, keptPlant.key == key { return keptPlant.canvas }
        var canvas = Canvas(ScreenSize(columns: size.columns, rows: size.rows))
        canvas.put(plantPicture(of: data.plant, size, isASCII: false, style), row: 0)
        keptPlant = Kept(key: key, canvas: canvas)
        return canvas
    }
}
