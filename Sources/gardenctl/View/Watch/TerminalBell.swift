import GardenAPI

/// The bell of a terminal on which a person watches, for what is not shown as a notification (RULES N6).
struct TerminalBell {
    /// The types of event that a person waits for.
    static let types: Set = ["focus.completed", "rest.completed", "task.reminded", "task.due"]

    private let context: ProcessContext
    /// Asks whether the desktop shows notifications.
    private let client: Client
    private let isOff: Bool

    init(_ client: Client, isOff: Bool, in context: ProcessContext) {
        (self.client, self.isOff, self.context) = (client, isOff, context)
    }

    /// Rings if an event is to be heard here. Over SSH it always is: the desktop that shows notifications is elsewhere.
    func ring(for type: String) throws(CommandError) {
        guard !isOff, Self.types.contains(type), context.output.isTerminal else { return }
        if !context.isRemote, try client.askHere(DaemonHello()).value().showsNotifications == true { return }
        try context.output.ringBell()
    }
}
