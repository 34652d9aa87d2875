import GardenAPI

// What notifications there are follows from the state and the events that they are about: nothing else is stored.
extension QueryContext {
    /// The notifications on which something can be done now, the newest first.
    ///
    /// - Throws: if the journal cannot be read.
    public func openNotifications() throws(GardenError) -> [PlannedNotification] {
        try readingJournal {
            try NotificationTypes.sources.flatMap { try $0.open(self) }.sorted {
                $0.notification.id > $1.notification.id
            }
        }
    }

    /// The notifications to show after events were committed: facts first, and what asks for more attention last.
    ///
    /// - Throws: if the journal cannot be read.
    public func notifications(about events: [Event]) throws(GardenError) -> [PlannedNotification] {
        guard events.contains(where: { NotificationTypes.events.contains($0.type) }) else { return [] }
        return try readingJournal {
            // An earlier feature asks for more attention.
            let planned = try NotificationTypes.sources.reversed().flatMap { try $0.new(self, events) }
            let facts = planned.filter(\.isFact).sorted { $0.notification.id < $1.notification.id }
            return facts + planned.filter { !$0.isFact }
        }
    }

    /// The notifications about events after `seq` that a crash may have kept from the screen, and that still apply (RULES N1).
    ///
    /// - Throws: if the journal cannot be read.
    public func unshownNotifications(after seq: Int) throws(GardenError) -> [PlannedNotification] {
        try readingJournal { try NotificationTypes.sources.flatMap { try $0.unshown(self, seq) } }
    }

    /// Whether a notification still applies.
    ///
    /// - Throws: if the journal cannot be read.
    public func isOpen(_ planned: PlannedNotification) throws(GardenError) -> Bool {
        guard !planned.isFact, let source = NotificationTypes.source(of: planned.kind) else { return true }
        return try readingJournal { try source.isOpen(self, planned) }
    }

    /// A notification of a kind with sample values. Its id is 0.
    public func sampleNotification(_ kind: NotificationKind) -> PlannedNotification {
        let type = NotificationTypes.type(of: kind)
        return planned(
            kind, id: 0, at: timestamp(moment.wall), subject: "sample",
            Dictionary(uniqueKeysWithValues: type.placeholders.map { ($0.name, $0.sample) }),
            actions: type.actions.filter(\.isInSample).map(\.action), isFact: true)
    }
}
