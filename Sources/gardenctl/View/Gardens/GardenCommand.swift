import ArgumentParser
import FileKit
import GardenAPI
import SystemPackage

struct GardenCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "garden",
        abstract: "Show the gardens.",
        discussion: """
            A completed focus session gives its category's garden 1 exp for each 25 minutes (rewards.exp_minutes), and at \
            least 1 if the timer ran to its end and it lasts 5 (rewards.min_minutes); a completed task gives it 1 exp. Ten exp are a level. Every garden has a plant of its own: focus sessions give it wood and leaves, tasks give it blossoms, \
            fruits and flowers around it; its season is that of the day on which it grew last. A garden appears when it \
            has grown; --all shows the others, too.

            The plants are drawn on terminals with at least 256 colours; --ascii draws them with characters, anywhere.

              gardenctl garden
              gardenctl garden Reading
              gardenctl garden Reading --svg reading.svg
              gardenctl garden --all --ascii
              gardenctl garden --as-of last sunday
            """)

    @Argument(help: "Draw only the garden of this category, larger.", completion: Completions.categories)
    var category: [String] = []

    @Flag(help: "Show the gardens that have not grown yet, too.")
    var all = false

    @Flag(help: "Draw the plants with characters instead of colours.")
    var ascii = false

    @Option(
        help: ArgumentHelp("Write the plant to a file as SVG; - is the output.", valueName: "file"), completion: .file()
    )
    var svg: String?

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var common: CommonOptions

    /// The size of a plant as SVG, in its pixels.
    private static let svgPixels = 64
    /// As many plants as a person looks at; the list below them has all gardens.
    private static let mostPlants = 24

    func validate() throws {
        if category.isEmpty, svg != nil {
            throw ValidationError("--svg needs a category: gardenctl garden CATEGORY --svg FILE")
        }
        if asOf.isGiven, !category.isEmpty || svg != nil {
            throw ValidationError("--as-of lists all gardens without their plants; give no category with it")
        }
        if all, !category.isEmpty { throw ValidationError("--all and a category exclude each other") }
    }

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        guard category.isEmpty else { return try showPlant(of: category.joined(separator: " "), client, context) }
        client.asksForPresent = !common.json
        let answer = try client.ask(GardenList(asOf: asOf.text))
        guard !common.json else { return try context.output.printData(answer.json.text) }
        let style = context.style
        let isStale = client.present?.isStale ?? false
        client.asksForPresent = false
        let gardens = try answer.value()
        let shown = gardens.filter { all || $0.exp > 0 }
        let heading = try pastDayHeading(asOf.text, asking: client, style)
        var paragraphs = [staleWarning(isStale, style), heading].compactMap(\.self)
        // A plant is drawn as it is now.
        if heading == nil, ascii || style.hasShades, !shown.isEmpty {
            var plants: [PlantData] = []
            for garden in shown.prefix(Self.mostPlants) {
                plants.append(try client.ask(GardenPlant(category: garden.category)).value())
            }
            try context.output.print(
                (paragraphs + [plantsText(plants, .small, isASCII: ascii, style)]).joined(separator: "\n\n") + "\n")
            paragraphs = []
        }
        var text = gardensText(shown, showsSources: true, isASCII: ascii, style)
        let others = gardens.count - shown.count
        if others > 0, !shown.isEmpty {
            let remark = others == 1 ? "1 garden has" : "\(others) gardens have"
            text += "\n\(style.dim("\(remark) not grown yet: gardenctl garden --all"))"
        }
        try context.print((paragraphs + [text]).joined(separator: "\n\n"))
    }

    private func showPlant(of name: String, _ client: Client, _ context: ProcessContext) throws(CommandError) {
        let answer = try client.ask(GardenPlant(category: name))
        if let svg {
            let text = try answer.value().svg(width: Self.svgPixels, height: Self.svgPixels)
            guard svg != "-" else { return try context.output.printData(text) }
            do throws(Errno) {
                try SmallFile.write(text, to: svg, permissions: .ownerReadWrite)
            } catch {
                throw .system("\(printable(svg)) cannot be written: \(error)")
            }
            guard common.json else { return try context.print("Wrote \(printable(svg))") }
        }
        guard !common.json else { return try context.output.printData(answer.json.text) }
        let data = try answer.value()
        let style = context.style
        if ascii || style.hasShades {
            try context.output.print(plantsText([data], .large, isASCII: ascii, style))
        } else {
            try context.print(gardensText([data.garden], style))
        }
        try context.print(plantFacts(data, style))
    }
}
