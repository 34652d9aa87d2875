import GardenAPI

/// What was drawn for the last screen, and most seconds do not change: the ring, the plant, and all but the time left.
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

    private struct FrameKey: Equatable {
        /// Without the seconds, and without the moment at which the status was read.
        let view: FocusView
        /// It can have the seconds in it.
        let note: String?
        let size: ScreenSize
        let ringStep: Int?
    }

    private var keptFrame: Kept<FrameKey>?
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

    /// Everything on the screen that can stay when a second passes.
    ///
    /// - Parameters:
    ///   - ringRows: the height of the ring that belongs to it; `nil` without one.
    ///   - draw: draws it; called when it cannot stay.
    mutating func frame(
        of view: FocusView, size: ScreenSize, ringRows: Int?, drawnBy draw: (inout FocusPictures) -> Canvas
    ) -> Canvas {
        let (note, timer) = (view.note?.text, view.status.timer)
        var view = view
        view.status.now = timer.startedAt ?? view.status.now
        (view.status.timer.elapsedSeconds, view.status.timer.remainingSeconds) = (0, 0)
        let step = ringRows.map { ProgressRing.step(rows: $0, part: timer.progress.part, of: timer.progress.whole) }
        let key = FrameKey(view: view, note: note, size: size, ringStep: step)
        if let keptFrame, keptFrame.key == key { return keptFrame.canvas }
        let canvas = draw(&self)
        keptFrame = Kept(key: key, canvas: canvas)
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
