/// What the answers to ``CategoryRemove`` and ``CategoryMerge`` say besides their results, in `meta` (API §1): what the category had,
/// which is in another one now. A member is missing if there was nothing.
public enum MovedContent {
    /// The member with the number of open tasks.
    public static let tasksName = "movedTasks"
    /// The member with the number of items of the shop.
    public static let itemsName = "movedItems"
    /// The member with the kind of the phase in progress: `focus` or `rest`.
    public static let phaseName = "movedPhase"
    /// The member with the gardens that got the experience of the one that was merged: `[{"category": …, "exp": …}]`.
    public static let gardensName = "gardens"
}
