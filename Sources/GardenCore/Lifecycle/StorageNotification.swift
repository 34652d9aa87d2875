import GardenAPI

extension NotificationSource {
    /// That the disk refuses writes (RULES N1). No event says so, because none can be written.
    static let storage = NotificationSource(
        types: [
            NotificationType(
                .storageFailed, about: nil, when: "writing to disk fails", summary: "Cannot write to disk",
                body: "{reason}. gardend refuses changes until it can write again.",
                placeholders: ["reason": "no space left on device"],
                appearance: NotificationAppearance(
                    urgency: .critical, icon: "dialog-error", sound: "dialog-error", waits: .always))
        ],
        isOpen: { context, _ in context.isStale })
}

extension QueryContext {
    /// The notification that the disk refuses writes. It is about no event, so its id is 0.
    public func storageNotification(_ reason: String) -> PlannedNotification {
        planned(.storageFailed, id: 0, at: timestamp(moment.wall), subject: "storage", ["reason": reason])
    }
}
