import ArgumentParser
import GardenAPI

struct WatchCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show the status now and whenever it changes.",
        discussion: """
            On a terminal, it fills the screen: the time left, today's minutes, and the plant of the category. Keys: \
            space pauses, resumes or starts; s skips, x stops; + and -, or the arrow keys up and down, change the length \
            by 5 minutes; r rests; ? lists the keys; q quits, and the timer runs on. For a screen reader, add --plain.

            In a pipe, and with --plain, -f, --interval or --json, it is for status bars and scripts: it prints one \
            line now and another at each change, including when a task becomes overdue. The fields of the line have \
            tabs between them, as in status -f plain. If the daemon goes away, the phase is away and the other fields \
            are empty; watch connects by itself, also if it starts before the daemon.

            On a terminal, it rings the bell when a phase ends, a reminder comes or a task is due, unless the desktop \
            shows notifications. Over SSH it always rings. --no-bell keeps it silent.

            The passing of time alone prints nothing. With --interval 60, for example, it also prints every 60 seconds \
            while a phase is running. It counts them without asking the daemon, and sleeps while nothing is running.

            With --json, the first line is {"status":…}, the same as status --json. Each event is a line of its own. \
            If the daemon goes away, the line is {"away":true}; when it is back, the status comes again.

              gardenctl watch
              gardenctl watch --plain
              gardenctl watch -f '{phase} {category} {endsAt}'
              gardenctl watch -f bar --interval 1
              gardenctl watch -f '{symbol} {remaining}' --interval 1
              gardenctl watch -f waybar --interval 60
              gardenctl watch --json

            \(FormatOptions.placeholders)
            """)

    @OptionGroup var format: FormatOptions

    @Flag(help: "Print lines on a terminal, too.")
    var plain = false

    @Flag(name: .customLong("no-bell"), help: "Do not ring the bell of the terminal.")
    var isSilent = false

    @Option(help: ArgumentHelp("Also print while a phase is running, 1–3600.", valueName: "seconds"))
    var interval: Int?

    @OptionGroup var common: CommonOptions

    var showsQuestions: Bool { true }
    var mentionsRings: Bool { false }

    mutating func validate() throws {
        try format.validate(beside: common)
        guard let interval else { return }
        guard (1...3600).contains(interval) else { throw ValidationError("--interval must be from 1 to 3600 seconds") }
        guard !common.json else { throw ValidationError("--interval conflicts with --json, which prints events only") }
    }

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        if common.json {
            try client.follow(EventsSubscribe(), gapless: false, startsAway: true, in: context) {
                news throws(CommandError) in
                switch news {
                case .began(let subscription):
                    let status: JSON = ["status": subscription.snapshot.json]
                    try context.output.printData(status.text)
                case .happened(let event): try context.output.printData(event.text)
                case .away:
                    let away: JSON = ["away": .bool(true)]
                    try context.output.printData(away.text)
                // It has no deadline and no inputs, and begins with a snapshot.
                case .due, .input, .replaced: return
                }
            }
        } else if format.format == nil, interval == nil, !plain, FullScreen.isPossible(in: context) {
            try FocusScreen(client, TerminalBell(client, isOff: isSilent, in: context), in: context).run()
        } else {
            try showChanges(with: client, in: context)
        }
    }

    private func showChanges(with client: Client, in context: ProcessContext) throws(CommandError) {
        let format = format.chosen ?? .plain
        var shown: String?
        var shownSeq = 0
        // A task becomes overdue without an event, because the daemon does not wake up for it (RULES P3).
        var dueAt: ContinuousClock.Instant?
        var ticking: Ticking?
        var tickAt: ContinuousClock.Instant?
        func draw(_ snapshot: StatusSnapshot) throws(CommandError) {
            let text = format.rendered(snapshot, context.style)
            guard text != shown else { return }
            if format == .text { try context.output.print(text) } else { try context.output.printData(text) }
            shown = text
        }
        func show(_ snapshot: StatusSnapshot) throws(CommandError) {
            let now = ContinuousClock.now
            dueAt = format.showsDueTasks ? snapshot.nextDueAt : nil
            ticking = interval == nil ? nil : snapshot.ticking(from: now)
            tickAt = interval.flatMap { ticking?.nextTick(after: now, every: $0) }
            try draw(snapshot)
        }
        func deadline() -> ContinuousClock.Instant? { [dueAt, tickAt].compactMap(\.self).min() }
        func tick() throws(CommandError) {
            guard let ticking, let interval, let at = tickAt else { return }
            // At the moment of the tick, even if this process is late.
            tickAt = ticking.nextTick(after: max(at, .now), every: interval)
            try draw(.home(ticking.status(at: max(at, .now))))
        }
        func update() throws(CommandError) {
            let status = try client.askHere(DaemonStatus()).value()
            shownSeq = status.seq
            try show(.home(status))
        }
        let bell = TerminalBell(client, isOff: isSilent, in: context)
        let subscribe = EventsSubscribe()
        try client.follow(subscribe, gapless: false, startsAway: true, in: context, until: deadline) {
            news throws(CommandError) in
            switch news {
            case .input, .replaced: return
            case .due: if dueAt.map({ $0 <= .now }) ?? false { try update() } else { try tick() }
            case .away: try show(.away)
            case .began(let subscription):
                shownSeq = subscription.seq
                try show(.home(subscription.snapshot))
            case .happened(let event):
                if let type = event["type"]?.stringValue { try bell.ring(for: type) }
                // The events of one change come together, so one query shows the effect of all.
                guard let seq = event["seq"]?.integerValue, seq > shownSeq else { return }
                try update()
            }
        }
    }
}
